internal import MockModel

/// Chooses a distinct record name for each parameter of one member.
struct RecordNames {
    private var count = 0
    /// The names in use. They are few, so a linear search costs less than hashing.
    private var taken: [String] = []
    private var many: Set<String> = []
    /// The number that the next parameter with a name tries first; all smaller ones are in use.
    private var suffixes: [String: Int] = [:]

    private static let few = 16

    init(capacity: Int) { taken.reserveCapacity(min(capacity, Self.few)) }

    mutating func next(of parameter: ParameterDeclaration) -> String {
        var written = parameter.internalName
        // A label is clearer than a keyword in backticks: `for repeat: Int` is recorded as `for`.
        if written == "_" || Identifier.isKeyword(written), parameter.firstName != "_" { written = parameter.firstName }
        count += 1
        return unused(written == "_" ? "arg\(count)" : Identifier.withoutBackticks(written))
    }

    /// Reserves the name, or else the name with the first number that makes it distinct.
    mutating func unused(_ base: String) -> String {
        if take(base) { return base }
        var suffix = suffixes[base] ?? 2
        while !take("\(base)\(suffix)") { suffix += 1 }
        suffixes[base] = suffix + 1
        return "\(base)\(suffix)"
    }

    /// Reserves the name; returns false if it is in use.
    private mutating func take(_ name: String) -> Bool {
        guard taken.count >= Self.few else {
            if taken.contains(name) { return false }
            taken.append(name)
            if taken.count == Self.few { many = Set(taken) }
            return true
        }
        return many.insert(name).inserted
    }
}
