internal import MockModel

/// The names under which the parameters of one member are recorded: each is another one.
struct RecordNames {
    private var count = 0
    /// Those that are taken. Parameters are few, so to look through their names costs less than to hash each.
    private var taken: [String] = []
    private var many: Set<String> = []
    /// The number that the next parameter of a name tries first; every smaller one is taken.
    private var suffixes: [String: Int] = [:]

    private static let few = 16

    init(capacity: Int) { taken.reserveCapacity(min(capacity, Self.few)) }

    mutating func next(of parameter: ParameterDeclaration) -> String {
        var written = parameter.internalName
        // A label says more than a keyword in backticks: `for repeat: Int` is recorded as `for`.
        if written == "_" || Identifier.isKeyword(written), parameter.firstName != "_" { written = parameter.firstName }
        count += 1
        let base = written == "_" ? "arg\(count)" : Identifier.withoutBackticks(written)
        if take(base) { return base }
        var suffix = suffixes[base] ?? 2
        while !take("\(base)\(suffix)") { suffix += 1 }
        suffixes[base] = suffix + 1
        return "\(base)\(suffix)"
    }

    /// Takes the name; returns whether it was free.
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
