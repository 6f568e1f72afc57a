internal import MockModel

extension MemberDeclaration {
    /// Calls `body` with each of the types that the signature is made of.
    func visitSignature(_ body: (TypeExpression) -> Void) {
        func visit(_ parameters: [ParameterDeclaration], _ result: TypeExpression?, _ effects: Effects) {
            for parameter in parameters { body(parameter.type) }
            if let result { body(result) }
            if case .typed(let failure) = effects.throwing { body(failure) }
        }
        func visit(_ generics: [GenericParameter], _ requirements: [GenericRequirement]) {
            for parameter in generics {
                if let constraint = parameter.constraint { body(constraint) }
            }
            for requirement in requirements {
                body(requirement.left)
                body(requirement.right)
            }
        }
        switch kind {
        case .function(let function):
            visit(function.parameters, function.result, function.effects)
            visit(function.genericParameters, function.genericRequirements)
        case .property(let property): visit([], property.type, property.accessors.getEffects)
        case .subscript(let declaration):
            visit(declaration.parameters, declaration.result, declaration.accessors.getEffects)
            visit(declaration.genericParameters, declaration.genericRequirements)
        case .initializer(let initializer):
            visit(initializer.parameters, nil, initializer.effects)
            visit(initializer.genericParameters, initializer.genericRequirements)
        case .associatedType(let associated):
            for type in associated.inherited { body(type) }
            visit([], associated.genericRequirements)
        case .typealias, .other: break
        }
    }

    /// Whether one of these types fulfils the condition.
    func signatureContains(where condition: (TypeExpression) -> Bool) -> Bool {
        var found = false
        visitSignature { found = found || condition($0) }
        return found
    }

    var mentionedNames: Set<String> {
        var names: Set<String> = []
        visitNames { names.insert($0) }
        return names
    }

    /// Every plain name in the signature, as often as it stands there.
    func visitNames(_ body: (String) -> Void) {
        visitSignature { $0.visitNames(body) }
    }

    /// The name without labels, as an expression would begin to use it.
    var baseName: String {
        switch kind {
        case .function(let function): Identifier.withoutBackticks(function.name)
        case .property(let property): Identifier.withoutBackticks(property.name)
        case .subscript: "subscript"
        case .initializer: "init"
        case .associatedType(let associated): associated.name
        case .typealias(let alias): alias.name
        case .other(let name): name
        }
    }

    var genericParameters: [GenericParameter] {
        switch kind {
        case .function(let function): function.genericParameters
        case .subscript(let declaration): declaration.genericParameters
        case .initializer(let initializer): initializer.genericParameters
        case .property, .associatedType, .typealias, .other: []
        }
    }

    var genericRequirements: [GenericRequirement] {
        switch kind {
        case .function(let function): function.genericRequirements
        case .subscript(let declaration): declaration.genericRequirements
        case .initializer(let initializer): initializer.genericRequirements
        case .property, .associatedType, .typealias, .other: []
        }
    }

    var parameters: [ParameterDeclaration] {
        switch kind {
        case .function(let function): function.parameters
        case .subscript(let declaration): declaration.parameters
        case .initializer(let initializer): initializer.parameters
        case .property, .associatedType, .typealias, .other: []
        }
    }

    var genericParameterNames: Set<String> { Set(genericParameters.map(\.name)) }

    var result: TypeExpression? {
        switch kind {
        case .function(let function): function.result
        case .property(let property): property.type
        case .subscript(let declaration): declaration.result
        case .initializer, .associatedType, .typealias, .other: nil
        }
    }

    var associatedTypeName: String? {
        if case .associatedType(let associated) = kind { return associated.name }
        return nil
    }

    var isAssociatedType: Bool { associatedTypeName != nil }
}

extension Effects {
    var failureTypes: [TypeExpression] {
        if case .typed(let failure) = throwing { return [failure] }
        return []
    }
}

extension TypeExpression {
    /// `Outer.Inner` as `["Outer", "Inner"]`; `nil` for what is not a plain name.
    var namePath: [String]? {
        switch self {
        case .named(let name, _): [name]
        case .member(let base, let name, _): base.namePath.map { $0 + [name] }
        default: nil
        }
    }

    var arguments: [TypeExpression] {
        switch self {
        case .named(_, let arguments), .member(_, _, let arguments): arguments
        default: []
        }
    }

    /// `~Copyable`, alone or in a composition.
    var isSuppression: Bool {
        switch self {
        case .suppressed: true
        case .composition(let members): members.contains(where: \.isSuppression)
        default: false
        }
    }

    /// `Kitchen` in `any Kitchen`, `Kitchen` and `Kitchen?` is what a mock could be returned for.
    var existentialName: String? {
        switch self {
        case .any(.named(let name, let arguments)) where arguments.isEmpty: name
        case .any(.member(of: .named, _, arguments: [])), .member(of: .named, _, arguments: []):
            bareExistential.description
        case .named(let name, let arguments) where arguments.isEmpty: name
        default: nil
        }
    }

    private var bareExistential: TypeExpression { if case .any(let base) = self { base } else { self } }

    /// `Element` for `Element` and `Self.Element`.
    var ownAssociatedTypeName: String? {
        switch self {
        case .named(let name, let arguments) where arguments.isEmpty: name
        case .member(of: .named("Self", _), let name, let arguments) where arguments.isEmpty: name
        default: nil
        }
    }
}
