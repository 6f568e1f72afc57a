internal import MockModel

/// The places of a mock's members by their base names, and by their signatures where a name is overloaded.
///
/// Names are seldom overloaded, so signatures are seldom made.
struct OverloadTable {
    /// The first member of each base name.
    private var first: [String: Int] = [:]
    /// All members of the names that have several.
    private var signatures: [String: [MemberSignature: Int]] = [:]
    /// Whether two members may have the same base name.
    private(set) var mayHaveAny = false

    mutating func reserveCapacity(_ count: Int) { first.reserveCapacity(count) }

    /// The place of a member with the same signature. If there is none, the member counts as the next one.
    mutating func place(of member: MemberDeclaration, named name: String, among members: [ResolvedMember]) -> Int? {
        guard let earlier = first[name] else {
            first[name] = members.count
            return nil
        }
        if signatures[name] == nil {
            signatures[name] = [MemberSignature(members[earlier].member): earlier]
        }
        let signature = MemberSignature(member)
        if let place = signatures[name]?[signature] { return place }
        signatures[name]?[signature] = members.count
        mayHaveAny = true
        return nil
    }
}
