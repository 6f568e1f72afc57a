internal import MockModel

/// Types without the generic parameters of a member, which the mock's properties cannot mention.
struct SpyErasure {
    private let names: Set<String>
    /// The constraints of the generic parameters that stand for `some P`.
    private let opaque: [String: TypeExpression]
    /// Generic parameters whose values cannot be in an `Any`.
    private let suppressed: Set<String>
    private let spelling: NameSpelling
    private let classNames: Set<String>
    private let optionalAliases: Set<String>

    /// - Parameter resolved: The mocked type; needed only for types that are erased.
    init(_ signature: SignaturePlan, member: MemberDeclaration, of resolved: ResolvedType? = nil) {
        classNames = resolved?.classNames ?? []
        optionalAliases = resolved?.optionalAliases ?? []
        names = signature.genericNames
        spelling = signature.spelling
        guard !signature.generics.isEmpty || !signature.requirements.isEmpty else {
            opaque = [:]
            suppressed = []
            return
        }
        let declared = Set(member.genericParameters.map(\.name))
        var opaque: [String: TypeExpression] = [:]
        var suppressed: Set<String> = []
        for generic in signature.generics {
            if !declared.contains(generic.name) { opaque[generic.name] = generic.constraint }
            if generic.specifier != nil || generic.constraint?.isSuppression == true { suppressed.insert(generic.name) }
        }
        for requirement in signature.requirements where requirement.right.isSuppression {
            if let name = requirement.left.namePath?.first { suppressed.insert(name) }
        }
        self.opaque = opaque
        self.suppressed = suppressed
    }

    /// Returns the type of a parameter of a closure: unlike a value that is returned, a closure can be passed with `Any` in
    /// the place of a generic result.
    func erasedParameter(_ type: TypeExpression) -> TypeExpression {
        switch type {
        case .optional(let wrapped): return .optional(erasedParameter(wrapped))
        case .attributed(_, let attributes, let base) where hasGenericResultOnly(type):
            return .attributed(specifiers: [], attributes: attributes, erasedParameter(base))
        case .function(var function) where hasGenericResultOnly(type):
            function.result = erased(function.result)
            return .function(function)
        default: return erased(type)
        }
    }

    /// True for a function type that mentions generic parameters in its result and nowhere else.
    func hasGenericResultOnly(_ type: TypeExpression) -> Bool {
        if case .attributed(_, let attributes, _) = type, attributes.contains("@autoclosure") { return false }
        guard case .function(let function) = type.bare, applies(to: function.result),
            !isImpossible(for: function.result), !function.result.bare.isClosure
        else { return false }
        let failure: [TypeExpression] = if case .typed(let type) = function.effects.throwing { [type] } else { [] }
        return !(function.parameters.map(\.type) + failure).contains(where: applies)
    }

    /// True if the type mentions a generic parameter.
    func applies(to type: TypeExpression) -> Bool { !names.isEmpty && type.mentions(anyOf: names) }

    /// True if the type has a part whose values no `Any` can hold.
    func isImpossible(for type: TypeExpression) -> Bool {
        type.mentions(anyOf: suppressed) || type.holdsPack
    }

    /// Returns `Any` for `T` and `[T]`, `Any?` for `T?`, `any P` for `some P`, and any other type as it is.
    func erased(_ type: TypeExpression) -> TypeExpression {
        guard applies(to: type) else { return type }
        switch type {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): return .optional(erased(wrapped))
        case .attributed(_, _, let base): return erased(base)
        case .named(let name, _):
            if let constraint = opaque[name], !applies(to: constraint) {
                return isClass(constraint) ? constraint : .any(constraint)
            }
            return any(for: type)
        case .member: return any(for: type)
        default: return .named(spelling("Any"))
        }
    }

    /// `Any`, or `Any?` for a typealias of an optional type: the compiler warns about such a value in an `Any`.
    private func any(for type: TypeExpression) -> TypeExpression {
        let any = TypeExpression.named(spelling("Any"))
        guard !optionalAliases.isEmpty, let path = type.namePath else { return any }
        return optionalAliases.contains(path.joined(separator: ".")) ? .optional(any) : any
    }

    /// True for a class, with its module in front or not.
    private func isClass(_ constraint: TypeExpression) -> Bool {
        guard !classNames.isEmpty, let path = constraint.namePath else { return false }
        return [path[...], path.dropFirst()].contains { classNames.contains($0.joined(separator: ".")) }
    }
}

extension TypeExpression {
    /// `T` for `T?` and `T!`.
    var withoutOptional: TypeExpression {
        switch self {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped
        default: self
        }
    }

    var isCollection: Bool {
        switch self {
        case .array, .dictionary, .named("Array", _), .named("Dictionary", _): true
        default: false
        }
    }

    var isOptional: Bool {
        switch self {
        case .optional: true
        case .named("Optional", _): true
        default: false
        }
    }
}
