internal import MockModel

/// Indices of a mock's members by base name, and by signature where a name is overloaded.
///
/// Few names are overloaded, so few signatures are computed.
struct OverloadTable {
    /// The first member with each base name.
    private var first: [String: Int] = [:]
    /// All members with a base name that several have.
    private var signatures: [String: [MemberSignature: Int]] = [:]
    /// True if two members may have the same base name.
    private(set) var mayHaveAny = false

    mutating func reserveCapacity(_ count: Int) { first.reserveCapacity(count) }

    /// Returns the index of a member with the same signature. If there is none, registers the member as the next one.
    mutating func index(of member: MemberDeclaration, named name: String, among members: [ResolvedMember]) -> Int? {
        guard let earlier = first[name] else {
            first[name] = members.count
            return nil
        }
        if signatures[name] == nil {
            signatures[name] = [MemberSignature(members[earlier].member): earlier]
        }
        let signature = MemberSignature(member)
        if let index = signatures[name]?[signature] { return index }
        signatures[name]?[signature] = members.count
        mayHaveAny = true
        return nil
    }
}
