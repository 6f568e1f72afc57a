internal import MockModel

// The work of later stages, counted before they run.
extension TypeResolver {
    /// Counts the work of planning and printing the members, beyond a fixed cost per member.
    mutating func countWorkOnMembers() {
        let aliases = result.functionAliases.reduce(into: [String: Int]()) { sizes, entry in
            let name = entry.key.split(separator: ".").last.map(String.init) ?? entry.key
            sizes[name] = max(sizes[name] ?? 0, entry.value.target.partCount)
        }
        for index in result.members.indices {
            let member = result.members[index].member
            // Each mention of a typealias of a function type is expanded.
            if !aliases.isEmpty { member.visitNames { budget.spend(aliases[$0] ?? 0) } }
            // Each `some` needs a name that the rest of the signature does not contain.
            guard member.parameters.count > Self.few else { continue }
            let opaque = member.parameters.count { $0.type.contains { if case .some = $0 { true } else { false } } }
            if opaque > 0 { budget.spend(opaque, times: member.partCount) }
        }
    }

    private static let few = 16
}
