/// Values of limited size together; those that were not used for the longest time are dropped first.
package struct RecentlyUsed<Key: Hashable, Value> {
    fileprivate struct Entry {
        var value: Value
        var size: Int
        var lastUse: Int
    }

    /// The limit of the sizes together.
    private let room: Int
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    package private(set) var size = 0

    package init(room: Int) { self.room = room }

    package var count: Int { entries.count }

    package subscript(key: Key) -> Value? {
        mutating get {
            guard let index = entries.index(forKey: key) else { return nil }
            uses += 1
            entries.values[index].lastUse = uses
            return entries.values[index].value
        }
    }

    /// Adds or replaces a value. Returns true if others, or itself, had to be dropped.
    package mutating func put(_ value: Value, size: Int, for key: Key) -> Bool {
        _ = remove(key)
        guard size <= room else { return true }
        uses += 1
        entries[key] = Entry(value: value, size: size, lastUse: uses)
        self.size += size
        return shrink()
    }

    /// Removes a value and returns it.
    package mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        size -= entry.size
        return entry.value
    }

    /// Makes room for a quarter of the limit at once: finding the oldest for each value that is added would take longer
    /// than all other work.
    private mutating func shrink() -> Bool {
        guard size > room else { return false }
        for (key, _) in entries.map({ ($0.key, $0.value.lastUse) }).sorted(by: { $0.1 < $1.1 }) {
            guard size > room / 4 * 3 else { break }
            _ = remove(key)
        }
        return true
    }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
extension RecentlyUsed.Entry: Sendable where Key: Sendable, Value: Sendable {}
