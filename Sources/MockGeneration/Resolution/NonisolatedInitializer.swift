package import MockModel

/// An initializer with parameters that is not on the actor of its class. The compiler (6.3.1) takes it for overridden by
/// one on the actor wherever a class inherits it.
package struct NonisolatedInitializer: Hashable, Sendable {
    /// The knowledge about the arguments of an asynchronous initializer, which have to go to the actor.
    package enum Sending: Int, Hashable, Sendable, Comparable {
        /// One surely cannot.
        case impossible
        /// Objects can if the main actor is the default of their module.
        case fromMainActor
        /// Nothing is known that would prevent it.
        case possible

        package static func < (left: Sending, right: Sending) -> Bool { left.rawValue < right.rawValue }
    }

    package var member: MemberDeclaration
    package var sending: Sending
}

extension TypeResolver {
    /// - Parameter initializers: the designated ones of the class that a mock sees.
    mutating func nonisolatedInitializers(
        _ initializers: [MemberDeclaration], of located: LocatedType
    ) -> [NonisolatedInitializer] {
        initializers.compactMap { member -> NonisolatedInitializer? in
            guard !member.parameters.isEmpty,
                member.isNonisolated || result.isClass && result.globalActor == nil
            else { return nil }
            let parameters = member.isAsyncInitializer ? member.parameters : []
            let scope = (located, member.genericParameters + located.declaration.genericParameters)
            let requirements = member.genericRequirements + located.declaration.genericRequirements
            let least = parameters.map { sending($0.type, scope, requirements) }.min() ?? .possible
            return NonisolatedInitializer(member: member, sending: least)
        }
    }

    private mutating func sending(
        _ type: TypeExpression, _ scope: (located: LocatedType, generic: [GenericParameter]),
        _ requirements: [GenericRequirement]
    ) -> NonisolatedInitializer.Sending {
        func isSendable(_ constraints: [TypeExpression]) -> NonisolatedInitializer.Sending {
            namesOfTypes(above: constraints.flatMap(\.composed)).contains("Sendable") ? .possible : .impossible
        }
        let isFree = type.specifiers.contains("sending") || type.attributes.contains("@Sendable")
        if isFree || globalActor(type.attributes) != nil { return .possible }
        switch type.bare {
        case .function: return .impossible
        case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner):
            return sending(inner, scope, requirements)
        case .dictionary(let key, let value):
            return min(sending(key, scope, requirements), sending(value, scope, requirements))
        case .tuple(let elements): return elements.map { sending($0.type, scope, requirements) }.min() ?? .possible
        case .some(let constraint), .any(let constraint): return isSendable([constraint])
        case .named(let name, _):
            if let parameter = scope.generic.first(where: { $0.name == name }) {
                return isSendable(parameter.constraints(with: requirements))
            }
            if name == "Any" || name == "AnyObject" { return .impossible }
            guard let found = locate(name, from: scope.located) else { return .possible }
            let declaration = found.declaration
            guard declaration.kind == .protocol || declaration.kind == .class else { return .possible }
            if isSendable([type.bare]) == .possible || globalActor(declaration.attributes) != nil { return .possible }
            if declaration.kind == .protocol { return .impossible }
            if found.module == result.type.module { return .fromMainActor }
            return found.isMainActorByDefault ? .possible : .impossible
        default: return .possible
        }
    }
}
