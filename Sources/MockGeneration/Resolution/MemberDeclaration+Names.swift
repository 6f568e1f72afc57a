internal import MockModel

extension MemberDeclaration {
    /// The types that the signature is made of.
    var signatureTypes: [TypeExpression] {
        switch kind {
        case .function(let function):
            Self.types(function.parameters, function.genericParameters, function.genericRequirements)
                + [function.result].compactMap(\.self) + function.effects.failureTypes
        case .property(let property): [property.type].compactMap(\.self) + property.accessors.getEffects.failureTypes
        case .subscript(let declaration):
            Self.types(declaration.parameters, declaration.genericParameters, declaration.genericRequirements)
                + [declaration.result] + declaration.accessors.getEffects.failureTypes
        case .initializer(let initializer):
            Self.types(initializer.parameters, initializer.genericParameters, initializer.genericRequirements)
                + initializer.effects.failureTypes
        case .associatedType(let associated):
            associated.inherited + associated.genericRequirements.flatMap { [$0.left, $0.right] }
        case .typealias, .other: []
        }
    }

    var mentionedNames: Set<String> {
        var names: Set<String> = []
        visitNames { names.insert($0) }
        return names
    }

    /// Every plain name in the signature, as often as it stands there.
    func visitNames(_ body: (String) -> Void) {
        for type in signatureTypes { type.visitNames(body) }
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

    private static func types(
        _ parameters: [ParameterDeclaration], _ generics: [GenericParameter], _ requirements: [GenericRequirement]
    ) -> [TypeExpression] {
        parameters.map(\.type) + generics.compactMap(\.constraint) + requirements.flatMap { [$0.left, $0.right] }
    }
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
