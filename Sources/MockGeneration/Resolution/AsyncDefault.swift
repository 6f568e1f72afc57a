package import MockModel

/// Where an `async` function runs that is nonisolated and states nothing else. Each module has its own default
/// (SE-0461, `NonisolatedNonsendingByDefault`), so the same source text can mean two different types.
package enum AsyncDefault: Hashable, Sendable {
    /// On any thread: `@concurrent`.
    case concurrent
    /// With its caller: `nonisolated(nonsending)`.
    case caller
}

extension TypeDeclaration {
    /// The declaration with the module's default written out in all function types, for a module with another default.
    package func spelling(_ asyncDefault: AsyncDefault) -> TypeDeclaration {
        func spelled(_ type: TypeExpression) -> TypeExpression { type.spelling(asyncDefault) }
        return TypeDeclaration(
            kind: kind, name: name, enclosing: enclosing, attributes: attributes, modifiers: modifiers,
            genericParameters: genericParameters.map { $0.replacing(asyncDefault.spelled) },
            primaryAssociatedTypes: primaryAssociatedTypes, inherited: inherited.map(spelled),
            genericRequirements: genericRequirements.map { $0.replacing(asyncDefault.spelled) },
            members: members.map { $0.replacing(asyncDefault.spelled) }, aliased: aliased.map(spelled),
            conditions: conditions, annotation: annotation, annotations: annotations)
    }
}

extension TypeExpression {
    fileprivate func spelling(_ asyncDefault: AsyncDefault) -> TypeExpression { replacing(asyncDefault.spelled) }

    fileprivate var isAsyncFunction: Bool {
        if case .function(let function) = self { function.effects.isAsync } else { false }
    }
}

extension AsyncDefault {
    /// The replacement for an async function type, with or without attributes, that states no isolation; otherwise
    /// `nil`.
    fileprivate func spelled(_ type: TypeExpression) -> TypeExpression? {
        switch type {
        case .function(let function) where function.effects.isAsync:
            let inner = TypeExpression.function(function.replacing(spelled))
            return hasIsolatedParameter(function) ? inner : spell([], [], inner)
        case .attributed(let specifiers, let attributes, let base) where base.isAsyncFunction:
            guard case .function(let function) = base else { return nil }
            let inner = TypeExpression.function(function.replacing(spelled))
            let statesIsolation =
                hasIsolatedParameter(function) || specifiers.contains { $0.hasPrefix("nonisolated") }
                || attributes.contains { $0 == "@concurrent" || $0.hasPrefix("@isolated") || $0.namesActor }
            return statesIsolation
                ? .attributed(specifiers: specifiers, attributes: attributes, inner)
                : spell(specifiers, attributes, inner)
        default: return nil
        }
    }

    private func hasIsolatedParameter(_ function: FunctionType) -> Bool {
        function.parameters.contains { $0.type.specifiers.contains("isolated") }
    }

    private func spell(
        _ specifiers: [String], _ attributes: [String], _ base: TypeExpression
    ) -> TypeExpression {
        switch self {
        case .concurrent:
            .attributed(specifiers: specifiers, attributes: ["@concurrent"] + attributes, base)
        case .caller:
            .attributed(specifiers: specifiers + ["nonisolated(nonsending)"], attributes: attributes, base)
        }
    }
}

extension String {
    /// True if the attribute names a global actor: apart from `@Sendable`, only those begin with a capital letter in
    /// function types.
    package var namesActor: Bool {
        guard self != "@Sendable" else { return false }
        return dropFirst().split(separator: ".").last?.first?.isUppercase ?? false
    }
}
