internal import MockModel

/// The rules by which a class has initializers of its superclasses: all if it has no designated one of its own, the
/// convenience ones if it overrides all designated ones above, and required ones always. Those with the parameters of one
/// of its own are never among them.
package struct InitializerInheritance {
    private var inheritsDesignated = true
    private var inheritsConvenience = true
    /// All initializers of the classes below.
    private var own: Set<MemberSignature> = []

    package init() {}

    /// Returns the parts of the next superclass without the initializers that the class does not have.
    ///
    /// - Parameters:
    ///   - superclass: the declaration and the extensions of the superclass.
    ///   - subclass: those of the class below it.
    package mutating func parts(of superclass: [LocatedType], below subclass: [LocatedType]) -> [LocatedType] {
        let (designated, above) = (
            Self.initializers(in: subclass, isDesignated), Self.initializers(in: superclass, isDesignated)
        )
        own.formUnion(Self.initializers(in: subclass) { _ in true })
        if !designated.isEmpty || Self.hidesInitializers(subclass) {
            inheritsDesignated = false
            // A superclass without any has inherited its own, which are not known here.
            let isKnown = !above.isEmpty && !Self.hidesInitializers(subclass) && !Self.hidesInitializers(superclass)
            inheritsConvenience = inheritsConvenience && isKnown && above.isSubset(of: designated)
        }
        return superclass.map { part in
            let members = part.declaration.members.filter { member in
                !member.isInitializer || isInherited(member) && !isHidden(member, by: subclass)
            }
            return part.declaring(part.declaration.with(members: members))
        }
    }

    private func isInherited(_ initializer: MemberDeclaration) -> Bool {
        if own.contains(MemberSignature(initializer)) { return false }
        if initializer.modifiers.contains("required") { return true }
        return isDesignated(initializer) ? inheritsDesignated : inheritsConvenience
    }

    private static func hidesInitializers(_ parts: [LocatedType]) -> Bool {
        parts.contains { FoundationNames.hidesInitializers(of: $0.declaration.name, in: $0.module) }
    }

    private func isHidden(_ initializer: MemberDeclaration, by subclass: [LocatedType]) -> Bool {
        subclass.contains { FoundationNames.lacks(initializer.displayName, in: $0.declaration.name, of: $0.module) }
    }

    private func isDesignated(_ initializer: MemberDeclaration) -> Bool {
        !initializer.modifiers.contains("convenience")
    }

    private static func initializers(
        in parts: [LocatedType], _ isIncluded: (MemberDeclaration) -> Bool
    ) -> Set<MemberSignature> {
        Set(
            parts.flatMap(\.declaration.members).filter { $0.isInitializer && isIncluded($0) }
                .map { MemberSignature($0) })
    }
}
