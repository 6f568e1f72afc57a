package import MockModel

// The members that protocols give a type, for the seams that name them.
extension LocatedType {
    /// Returns the extension of a protocol with those of its members that a seam of a conforming type can have.
    ///
    /// - Parameters:
    ///   - kind: the kind of the type.
    ///   - hidden: the associated types of its protocols and the types nested in these, which mean nothing outside.
    package func inherited(by kind: TypeDeclaration.Kind, without hidden: Set<String>) -> LocatedType {
        let isObject = kind == .class || kind == .actor
        let members = declaration.members.compactMap { member -> MemberDeclaration? in
            guard member.mentionedNames.isDisjoint(with: hidden) else { return nil }
            var member = member
            // No requirement of an object is mutating, and a mutating member fulfils no other.
            if isObject {
                if member.modifiers.contains("mutating") { return nil }
                member.removeSetter()
            }
            return member
        }
        return declaring(declaration.with(members: members))
    }

    /// Returns another declaration in the same place.
    package func declaring(_ declaration: TypeDeclaration) -> LocatedType {
        LocatedType(
            module: module, path: path, declaration: declaration, imports: imports, mockName: nil,
            isCompiled: isCompiled, isMainActorByDefault: isMainActorByDefault, inheritsIsolation: inheritsIsolation)
    }

    /// True if the conformances of the part hold for each value of the type.
    package var conformsAlways: Bool {
        declaration.kind != .extension
            || declaration.genericRequirements.isEmpty
                && !declaration.isUnavailable
    }
}
