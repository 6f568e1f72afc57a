internal import MockModel

/// An initializer that every subclass must have, and that a mock in another module neither inherits nor can call.
package struct UninheritedInitializer: Hashable, Sendable {
    /// A `required convenience` initializer.
    package var required: MemberOrigin
    /// The full name of a designated initializer that is not public, which is the reason.
    package var hidden: String
}

extension TypeResolver {
    /// Finds an initializer that the mock must have and cannot inherit: a public class passes its convenience initializers
    /// on to other modules only if all its designated ones, own and inherited, are public.
    func uninheritedInitializer() -> UninheritedInitializer? {
        guard result.isInOtherModule, result.isClass || result.superclass != nil else { return nil }
        let classes = contributors.filter { $0.located.declaration.kind == .class }.map(\.located)
        guard let direct = classes.first, direct.declaration.access >= .public,
            classes.contains(where: { $0.declaration.members.contains(where: \.isRequiredConvenience) })
        else { return nil }
        var (overridden, names): (Set<MemberSignature>, Set<String>) = ([], [])
        var required: MemberOrigin?
        var hidden: String?
        for located in classes {
            let initializers = located.declaration.members.enumerated().filter(\.element.isInitializer)
            for (index, member) in initializers where member.conditions.isEmpty {
                guard budget.spend(member.partCount), overridden.insert(MemberSignature(member)).inserted else {
                    continue
                }
                // A subclass overrides one of a generic class with the arguments in place of its parameters.
                if !located.declaration.genericParameters.isEmpty, names.contains(member.displayName) { continue }
                if member.isRequiredConvenience {
                    required = required ?? MemberOrigin(located, memberIndex: index)
                } else if !member.modifiers.contains("convenience"), !member.isVisibleToOtherModules {
                    hidden = hidden ?? member.displayName
                }
            }
            names.formUnion(initializers.map(\.element.displayName))
        }
        guard let required, let hidden else { return nil }
        return UninheritedInitializer(required: required, hidden: hidden)
    }
}

extension MemberDeclaration {
    fileprivate var isRequiredConvenience: Bool {
        isInitializer && modifiers.contains("required") && modifiers.contains("convenience")
    }

    fileprivate var isVisibleToOtherModules: Bool {
        AccessLevel(modifiers: modifiers) >= .public || attributes.contains("@usableFromInline")
    }
}
