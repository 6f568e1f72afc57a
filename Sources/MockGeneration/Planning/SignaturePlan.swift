internal import MockModel

/// What a function, a subscript accessor or an initializer comes down to: the parts that every kind of call shares.
///
/// An object, because the member's head, its call and its clauses all speak about it.
final class SignaturePlan {
    let parameters: [ParameterPlan]
    /// What at least one of the parameters is.
    let traits: ParameterTraits
    let generics: [GenericParameter]
    let genericNames: Set<String>
    let requirements: [GenericRequirement]
    let effects: Effects
    /// The result of the call; `nil` for none.
    let result: TypeExpression?

    let runtime: RuntimeSpelling

    private init(
        _ parameters: [ParameterPlan], _ generics: [GenericParameter], _ requirements: [GenericRequirement],
        _ effects: Effects, _ result: TypeExpression?, _ runtime: RuntimeSpelling
    ) {
        self.parameters = parameters
        traits = parameters.reduce(into: []) { $0.formUnion($1.traits) }
        self.generics = generics
        genericNames = generics.isEmpty ? [] : Set(generics.map(\.name))
        self.requirements = requirements
        self.effects = effects
        self.result = result
        self.runtime = runtime
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
            result.map(scope.substitutingSelf), scope.runtime)
    }

    var isThrowing: Bool { effects.throwing != .never }

    /// `E` of `throws(E)`.
    var typedFailure: TypeExpression? {
        if case .typed(let failure) = effects.throwing { failure } else { nil }
    }

    var isSendingResult: Bool { result?.specifiers.contains("sending") ?? false }

    /// The same member as far as its calls can be recorded: without any arguments.
    var withoutArguments: SignaturePlan {
        SignaturePlan([], generics, requirements, effects, result, runtime)
    }

    /// The same member as if it were generic over nothing.
    var withoutGenerics: SignaturePlan { SignaturePlan(parameters, [], [], effects, result, runtime) }

    /// Whether the types of the clause mention what only a call can tell.
    var isResultGeneric: Bool {
        guard !generics.isEmpty else { return false }
        return ([result].compactMap(\.self) + effects.failureTypes).contains { $0.mentions(anyOf: genericNames) }
    }

    /// The result as a value; `nil` for none.
    var recordedResult: TypeExpression? { result.flatMap { $0.isVoid ? nil : $0.asValue } }

    /// `try await ` as far as it applies.
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

    /// `throws(Never)` is no throwing at all.
    fileprivate var withoutNever: Effects {
        guard case .typed(let failure) = throwing, failure.isNever else { return self }
        return Effects(isAsync: isAsync)
    }
}

extension TypeExpression {
    /// Neither an existential nor something that a typealias or a generic parameter could turn into one.
    var isSurelyConcrete: Bool {
        switch self {
        case .named(let name, _): StandardLibraryNames.isConcrete(name)
        case .optional, .array, .dictionary, .tuple, .function: true
        case .attributed(_, _, let base): base.isSurelyConcrete
        default: false
        }
    }

    /// `sending @Sendable () -> Void` is `@Sendable () -> Void` as a value.
    var withoutSpecifiers: TypeExpression {
        guard case .attributed(_, let attributes, let base) = self else { return self }
        let inner = base.withoutSpecifiers
        return attributes.isEmpty ? inner : .attributed(specifiers: [], attributes: attributes, inner)
    }

    /// `Int!` is `Int?` where it is stored, and `sending T` is `T`.
    var asValue: TypeExpression { (isClosure ? withoutSpecifiers : bare).withoutImplicitUnwrapping }

    /// A function type that is not optional.
    var isClosure: Bool { if case .function = bare { true } else { false } }

    var isNever: Bool {
        switch self {
        case .named("Never", _), .member(of: .named("Swift", _), "Never", _): true
        default: false
        }
    }

    /// Known to be `Sendable` from its name alone.
    var isSurelySendable: Bool {
        switch self {
        case .named(let name, let arguments):
            StandardLibraryNames.isConcrete(name) && arguments.allSatisfy(\.isSurelySendable)
        case .optional(let inner), .array(let inner): inner.isSurelySendable
        case .dictionary(let key, let value): key.isSurelySendable && value.isSurelySendable
        case .tuple(let elements): elements.allSatisfy(\.type.isSurelySendable)
        default: false
        }
    }
}
