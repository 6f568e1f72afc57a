internal import MockModel

/// The parts that a function, a subscript accessor and an initializer have in common.
///
/// A class, because the member's head, its call and its clauses share it.
final class SignaturePlan {
    let parameters: [ParameterPlan]
    /// The union of the parameters' traits.
    let traits: ParameterTraits
    let generics: [GenericParameter]
    let genericNames: Set<String>
    let requirements: [GenericRequirement]
    let effects: Effects
    /// The type of the call's result; `nil` for none.
    let result: TypeExpression?

    let spelling: NameSpelling

    private init(
        _ parameters: [ParameterPlan], _ generics: [GenericParameter], _ requirements: [GenericRequirement],
        _ effects: Effects, _ result: TypeExpression?, _ spelling: NameSpelling
    ) {
        self.parameters = parameters
        traits = parameters.reduce(into: []) { $0.formUnion($1.traits) }
        self.generics = generics
        genericNames = generics.isEmpty ? [] : Set(generics.map(\.name))
        self.requirements = requirements
        self.effects = effects
        self.result = result
        self.spelling = spelling
    }

    convenience init(
        parameters: [ParameterPlan], generics: [GenericParameter] = [], requirements: [GenericRequirement] = [],
        effects: Effects = .none, result: TypeExpression?, scope: MemberScope
    ) {
        let generics = generics.map { parameter in
            GenericParameter(
                specifier: parameter.specifier, name: parameter.name,
                constraint: parameter.constraint.map(scope.substitutingSelf))
        }
        self.init(
            parameters, generics, requirements.map(scope.substitutingSelf),
            effects.substitutingSelf(scope).withoutNever,
            result.map(scope.substitutingSelf), scope.spelling)
    }

    /// The signature with other effects and another result.
    func replacing(effects: Effects, result: TypeExpression?) -> SignaturePlan {
        SignaturePlan(parameters, generics, requirements, effects, result, spelling)
    }

    /// The signature with another parameter behind the others, without effects and result: that of a setter.
    func adding(_ parameter: ParameterPlan) -> SignaturePlan {
        SignaturePlan(parameters + [parameter], generics, requirements, .none, nil, spelling)
    }

    var isThrowing: Bool { effects.throwing != .never }

    /// `E` of `throws(E)`.
    var typedFailure: TypeExpression? {
        if case .typed(let failure) = effects.throwing { failure } else { nil }
    }

    var isSendingResult: Bool { result?.specifiers.contains("sending") ?? false }

    /// The signature without parameters, for calls that cannot be recorded with their arguments.
    var withoutArguments: SignaturePlan {
        SignaturePlan([], generics, requirements, effects, result, spelling)
    }

    /// The signature without generic parameters.
    var withoutGenerics: SignaturePlan { SignaturePlan(parameters, [], [], effects, result, spelling) }

    /// True if the clause's types mention generic parameters that only a call determines.
    var isResultGeneric: Bool {
        guard !generics.isEmpty else { return false }
        return ([result].compactMap(\.self) + effects.failureTypes).contains { $0.mentions(anyOf: genericNames) }
    }

    /// The type of the result as a value; `nil` for none.
    var recordedResult: TypeExpression? { result.flatMap { $0.isVoid ? nil : $0.asValue } }

    /// The part of `try await ` that applies.
    var effectPrefix: String {
        if isThrowing { return effects.isAsync ? "try await " : "try " }
        return effects.isAsync ? "await " : ""
    }
}

extension Effects {
    fileprivate func substitutingSelf(_ scope: MemberScope) -> Effects {
        guard case .typed(let failure) = throwing else { return self }
        return Effects(isAsync: isAsync, throwing: .typed(scope.substitutingSelf(failure)))
    }

    /// The effects with `throws(Never)` as no throwing.
    fileprivate var withoutNever: Effects {
        guard case .typed(let failure) = throwing, failure.isNever else { return self }
        return Effects(isAsync: isAsync)
    }
}

extension TypeExpression {
    /// True if the type is neither an existential nor a typealias or generic parameter that could be one.
    var isSurelyConcrete: Bool {
        switch self {
        case .named(let name, _): StandardLibraryNames.isConcrete(name)
        case .optional, .array, .dictionary, .tuple, .function: true
        case .attributed(_, _, let base): base.isSurelyConcrete
        default: false
        }
    }

    /// The type without specifiers: as a value, `sending @Sendable () -> Void` is `@Sendable () -> Void`.
    var withoutSpecifiers: TypeExpression {
        guard case .attributed(_, let attributes, let base) = self else { return self }
        let inner = base.withoutSpecifiers
        return attributes.isEmpty ? inner : .attributed(specifiers: [], attributes: attributes, inner)
    }

    /// The type as it is stored: `Int?` for `Int!`, `T` for `sending T`.
    var asValue: TypeExpression { (isClosure ? withoutSpecifiers : bare).withoutImplicitUnwrapping }

    /// True for a function type that is not optional.
    var isClosure: Bool { if case .function = bare { true } else { false } }

    var isNever: Bool {
        switch self {
        case .named("Never", _), .member(of: .named("Swift", _), "Never", _): true
        default: false
        }
    }

    /// True if the name alone shows that the type is `Sendable`.
    var isSurelySendable: Bool {
        switch self {
        case .named(let name, let arguments):
            StandardLibraryNames.isConcrete(name) && arguments.allSatisfy(\.isSurelySendable)
        case .optional(let inner), .array(let inner): inner.isSurelySendable
        case .dictionary(let key, let value): key.isSurelySendable && value.isSurelySendable
        case .tuple(let elements): elements.allSatisfy(\.type.isSurelySendable)
        case .metatype(.any), .metatype(.named("Any", _)): true
        case .metatype(let type): type.isSurelySendable
        default: false
        }
    }
}
