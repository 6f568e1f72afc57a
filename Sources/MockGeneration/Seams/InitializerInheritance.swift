internal import MockModel

/// The rules by which a class has initializers of its superclasses: all if it has no designated one of its own, the
/// convenience ones if it overrides all designated ones above, and required ones always.
package struct InitializerInheritance {
    private var inheritsDesignated = true
    private var inheritsConvenience = true

    package init() {}

    /// Returns the parts of the next superclass without the initializers that the class does not have.
    ///
    /// - Parameters:
    ///   - superclass: the declaration and the extensions of the superclass.
    ///   - subclass: those of the class below it.
    package mutating func parts(of superclass: [LocatedType], below subclass: [LocatedType]) -> [LocatedType] {
        let (own, above) = (Self.designated(in: subclass), Self.designated(in: superclass))
        if !own.isEmpty {
            inheritsDesignated = false
            // A superclass without any has inherited its own, which are not known here.
            inheritsConvenience = inheritsConvenience && !above.isEmpty && above.isSubset(of: own)
        }
        return superclass.map { part in
            let members = part.declaration.members.filter { !$0.isInitializer || isInherited($0) }
            return part.declaring(part.declaration.with(members: members))
        }
    }

    private func isInherited(_ initializer: MemberDeclaration) -> Bool {
        if initializer.modifiers.contains("required") { return true }
        return initializer.modifiers.contains("convenience") ? inheritsConvenience : inheritsDesignated
    }

    private static func designated(in parts: [LocatedType]) -> Set<MemberSignature> {
        Set(
            parts.flatMap(\.declaration.members)
                .filter { $0.isInitializer && !$0.modifiers.contains("convenience") }
                .map { MemberSignature($0) })
    }
}
