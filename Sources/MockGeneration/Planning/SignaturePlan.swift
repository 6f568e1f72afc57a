internal import MockModel

/// What a function, a subscript accessor or an initializer comes down to: the parts that every kind of call shares.
struct SignaturePlan {
    var parameters: [ParameterPlan]
    var generics: [GenericParameter]
    var requirements: [GenericRequirement]
    var effects: Effects
    /// The result of the call; `nil` for none.
    var result: TypeExpression?

    private let runtime: RuntimeSpelling

    init(
        parameters: [ParameterPlan], generics: [GenericParameter] = [], requirements: [GenericRequirement] = [],
        effects: Effects = .none, result: TypeExpression?, scope: MemberScope
    ) {
        self.parameters = parameters
        self.generics = generics.map { parameter in
            GenericParameter(
                specifier: parameter.specifier, name: parameter.name,
                constraint: parameter.constraint.map(scope.substitutingSelf))
        }
        self.requirements = requirements.map(scope.substitutingSelf)
        self.effects = effects.replacing { $0 == .named("Self") ? .named(scope.mockName) : nil }.withoutNever
        self.result = result.map(scope.substitutingSelf)
        runtime = scope.runtime
    }

    var isThrowing: Bool { effects.throwing != .never }

    var isSendingResult: Bool { result?.specifiers.contains("sending") ?? false }

    /// The same member as far as its calls can be recorded: without any arguments.
    var withoutArguments: SignaturePlan {
        var plan = self
        plan.parameters = []
        return plan
    }

    /// Whether the types of the clause mention what only a call can tell.
    var isResultGeneric: Bool {
        let names = Set(generics.map(\.name))
        let failures = effects.failureTypes
        return ([result].compactMap(\.self) + failures).contains { $0.mentions(anyOf: names) }
    }

    /// `try await ` as far as it applies.
    var effectPrefix: String { (isThrowing ? "try " : "") + (effects.isAsync ? "await " : "") }

    var genericClause: String {
        generics.isEmpty ? "" : "<" + generics.map(\.description).joined(separator: ", ") + ">"
    }

    var whereClause: String {
        requirements.isEmpty ? "" : " where " + requirements.map(\.description).joined(separator: ", ")
    }

    var parameterList: String { String(listing: parameters, "(", ")") { $0.appendDeclaration(to: &$1) } }

    /// `Failure` of the clause.
    var failure: String {
        switch effects.throwing {
        case .never: runtime("Never")
        case .untyped, .rethrows: "any \(runtime("Error"))"
        case .typed(let failure): "\(failure)"
        }
    }

    /// The result as a stored value: `Int!` is `Int?`, `sending T` is `T`.
    var recordedResult: String {
        guard let result, !result.isVoid else { return runtime("Void") }
        if case .implicitlyUnwrapped(let wrapped) = result.bare { return "\(TypeExpression.optional(wrapped))" }
        return "\(result.isClosure ? result.withoutSpecifiers : result.bare)"
    }

    /// The type of the records: nothing, the only argument's, or a tuple labelled with the parameters' names.
    var argumentsType: String {
        switch parameters.count {
        case 0: runtime("Void")
        case 1: parameters[0].isPack ? "(\(parameters[0].recordType(runtime)))" : parameters[0].recordType(runtime)
        default:
            String(listing: parameters, "(", ")") { parameter, text in
                if !parameter.isPack {
                    text += Self.tupleLabel(parameter.recordLabel)
                    text += ": "
                }
                parameter.appendRecordType(runtime, to: &text)
            }
        }
    }

    /// The arguments as a record: `()`, `a as Int` or `(a: a, b: b)`.
    var argumentsValue: String {
        switch parameters.count {
        case 0: return "()"
        case 1:
            let parameter = parameters[0]
            if parameter.isPack { return "(\(parameter.recordValue(runtime)))" }
            if parameter.isUnrecorded || parameter.value.isSurelyConcrete { return parameter.recordValue(runtime) }
            // Without the cast an existential is opened and recorded as what it happens to hold.
            return "\(parameter.recordValue(runtime)) as \(parameter.value)"
        default:
            return String(listing: parameters, "(", ")") { parameter, text in
                if !parameter.isPack {
                    text += Identifier.asArgumentLabel(parameter.recordLabel)
                    text += ": "
                }
                text += parameter.recordValue(runtime)
            }
        }
    }

    /// Of all keywords only these cannot be tuple labels as they are.
    private static func tupleLabel(_ name: String) -> String {
        ["inout", "var", "let"].contains(name) || Identifier.isRaw(name) ? "`\(name)`" : name
    }

    /// `@Sendable (inout Int, @escaping (Int) -> Void) async throws -> Bool`: the whole member as a closure.
    func bodyType(attribute: String?) -> String {
        specifier(attribute) + (attribute.map { "\($0) " } ?? "") + plainBodyType
    }

    /// The same for a parameter, where `@escaping` stands between specifiers and other attributes.
    func escapingBodyType(attribute: String?) -> String {
        "\(specifier(attribute))@escaping \(attribute.map { "\($0) " } ?? "")\(plainBodyType)"
    }

    /// A closure of an actor runs there, any other one where the member is called.
    private func specifier(_ attribute: String?) -> String {
        effects.isAsync && [nil, "@Sendable"].contains(attribute) ? "nonisolated(nonsending) " : ""
    }

    private var plainBodyType: String {
        let list = parameters.map(\.bodyType).joined(separator: ", ")
        let effects = (effects.isAsync ? " async" : "") + (isThrowing ? " throws" : "")
        return "(\(list))\(effects) -> \(result.map { "\($0.withoutImplicitUnwrapping)" } ?? runtime("Void"))"
    }
}

extension Effects {
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
}

extension TypeExpression {
    /// `sending @Sendable () -> Void` is `@Sendable () -> Void` as a value.
    var withoutSpecifiers: TypeExpression {
        guard case .attributed(_, let attributes, let base) = self else { return self }
        let inner = base.withoutSpecifiers
        return attributes.isEmpty ? inner : .attributed(specifiers: [], attributes: attributes, inner)
    }

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
