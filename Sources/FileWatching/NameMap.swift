/// Maps the names in a directory to values.
///
/// A dictionary keyed by byte arrays hashes a name byte by byte, which took a tenth of the startup time.
struct NameMap<Value> {
    private var storage: [NameMapKey: Value] = [:]

    var count: Int { storage.count }

    var isEmpty: Bool { storage.isEmpty }

    var names: [[UInt8]] { storage.keys.map { $0.name } }

    var values: some Collection<Value> { storage.values }

    subscript(name: [UInt8]) -> Value? {
        get { storage[NameMapKey(name: name)] }
        set { storage[NameMapKey(name: name)] = newValue }
    }

    func map<Result>(_ transform: (_ name: [UInt8], _ value: Value) -> Result) -> [Result] {
        storage.map { transform($0.key.name, $0.value) }
    }

    func names(where isWanted: (Value) -> Bool) -> [[UInt8]] {
        storage.compactMap { isWanted($0.value) ? $0.key.name : nil }
    }

    mutating func reserveCapacity(_ count: Int) { storage.reserveCapacity(count) }

    /// Returns what was there before.
    mutating func replace(_ name: [UInt8], with value: Value) -> Value? {
        storage.updateValue(value, forKey: NameMapKey(name: name))
    }

    mutating func remove(_ name: [UInt8]) -> Value? { storage.removeValue(forKey: NameMapKey(name: name)) }
}

extension NameMap: Sendable where Value: Sendable {}

/// Not nested in the map: that would make a separate key type for each value type, and the first use of a type as a key
/// costs the runtime more time than a thousand names.
private struct NameMapKey: Hashable, Sendable {
    let name: [UInt8]

    func hash(into hasher: inout Hasher) { name.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
