internal import MockModel

/// Chooses a distinct record name for each parameter of one member.
struct RecordNames {
    private var count = 0
    /// The names in use. They are few, so a linear search costs less than hashing.
    private var namesInUse: [String] = []
    private var many: Set<String> = []
    /// The number that the next parameter with a name tries first; all smaller ones are in use.
    private var suffixes: [String: Int] = [:]

    private static let few = 16

    init(capacity: Int) { namesInUse.reserveCapacity(min(capacity, Self.few)) }

    mutating func next(of parameter: ParameterDeclaration) -> String {
        var written = parameter.internalName
        // A label is clearer than a keyword in backticks: `for repeat: Int` is recorded as `for`.
        if written == "_" || Identifier.isKeyword(written), parameter.firstName != "_" { written = parameter.firstName }
        count += 1
        return unused(written == "_" ? "arg\(count)" : Identifier.withoutBackticks(written))
    }

    /// Reserves the name, or else the name with the first number that makes it distinct.
    mutating func unused(_ base: String) -> String {
        if reserve(base) { return base }
        var suffix = suffixes[base] ?? 2
        while !reserve("\(base)\(suffix)") { suffix += 1 }
        suffixes[base] = suffix + 1
        return "\(base)\(suffix)"
    }

    /// Reserves the name; returns false if it is in use.
    private mutating func reserve(_ name: String) -> Bool {
        guard namesInUse.count >= Self.few else {
            if namesInUse.contains(name) { return false }
            namesInUse.append(name)
            if namesInUse.count == Self.few { many = Set(namesInUse) }
            return true
        }
        return many.insert(name).inserted
    }
}
