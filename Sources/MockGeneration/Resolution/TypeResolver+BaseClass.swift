internal import MockModel

// The class that the mock of a protocol inherits from because an annotation says so.
extension TypeResolver {
    /// Returns the class that the annotation of the mocked protocol names, as a parent.
    func baseClass(of located: LocatedType) -> [TypeExpression] {
        guard depth == 1, let names = located.declaration.annotation?.baseClass?.split(separator: ".").map(String.init),
            let first = names.first
        else { return [] }
        return [names.dropFirst().reduce(.named(first)) { .member(of: $0, $1, arguments: []) }]
    }

    /// Leaves the members of that class as they are, except for those that the protocol requires.
    mutating func keepMembersOfBaseClass() {
        guard result.declaration.annotation?.baseClass != nil else { return }
        let protocols = declaredContributors.map(\.located.declaration).filter { $0.kind == .protocol }
        let required = Set(protocols.flatMap { $0.members.map(\.displayName) })
        result.members.removeAll { $0.isOverride && !required.contains($0.member.displayName) }
    }
}
