/// The names of a mock's own parts, which avoid those of its requirements.
///
/// A class, because each member's planner refers to it.
final class TypedNames {
    /// The property that holds the mock's state: `mocking`, unless a requirement has that name.
    let state: String
    /// The static side, as a member of the mock's type: `statics`, unless a requirement hides it.
    let statics: String
    /// The static side as a static member of the mock spells it.
    let qualifiedStatics: String
    /// The struct of the clauses: `MockMembers`, unless one of the mock's types has such a name.
    let memberSet: String

    init(_ conformance: Conformance) {
        let counts = conformance.scope.nameCounts
        state = Self.state(counts)
        let isHidden = counts.contains("statics")
        statics = isHidden ? "__statics" : "statics"
        qualifiedStatics = isHidden ? "\(conformance.name).__statics" : "statics"
        var memberSet = "MockMembers"
        while conformance.typeNames.contains(where: { $0.hasSuffix(memberSet) }) { memberSet += "2" }
        self.memberSet = memberSet
    }

    private static func state(_ counts: MemberNameCounts) -> String {
        var (name, number) = ("mocking", 1)
        while counts.contains(name) {
            name = number == 1 ? "mockState" : "mockState\(number)"
            number += 1
        }
        return name
    }
}
