// Access to the parts of a signature without a copy of the whole member.
extension MemberDeclaration {
    /// Calls `body` with each of the types that the signature is made of.
    package func visitSignature(_ body: (TypeExpression) -> Void) {
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

    package var genericParameters: [GenericParameter] {
        switch kind {
        case .function(let function): function.genericParameters
        case .subscript(let declaration): declaration.genericParameters
        case .initializer(let initializer): initializer.genericParameters
        case .property, .associatedType, .typealias, .other: []
        }
    }

    package var genericRequirements: [GenericRequirement] {
        switch kind {
        case .function(let function): function.genericRequirements
        case .subscript(let declaration): declaration.genericRequirements
        case .initializer(let initializer): initializer.genericRequirements
        case .property, .associatedType, .typealias, .other: []
        }
    }

    /// The argument labels at a call, as written; `_` for none.
    package var argumentLabels: [String] {
        if case .subscript = kind { parameters.map(\.subscriptLabel) } else { parameters.map(\.label) }
    }

    package var parameters: [ParameterDeclaration] {
        switch kind {
        case .function(let function): function.parameters
        case .subscript(let declaration): declaration.parameters
        case .initializer(let initializer): initializer.parameters
        case .property, .associatedType, .typealias, .other: []
        }
    }

    package var result: TypeExpression? {
        switch kind {
        case .function(let function): function.result
        case .property(let property): property.type
        case .subscript(let declaration): declaration.result
        case .initializer, .associatedType, .typealias, .other: nil
        }
    }

    package var associatedTypeName: String? {
        if case .associatedType(let associated) = kind { return associated.name }
        return nil
    }

    package var isAssociatedType: Bool { associatedTypeName != nil }

    /// The name of the declared type, if the member is an associated type or a typealias.
    package var typeName: String? {
        switch kind {
        case .associatedType(let associated): associated.name
        case .typealias(let alias): alias.name
        case .function, .property, .subscript, .initializer, .other: nil
        }
    }

    package var isInitializer: Bool { if case .initializer = kind { true } else { false } }

    package var isProperty: Bool { if case .property = kind { true } else { false } }

    package var isOperator: Bool { if case .function(let function) = kind { function.isOperator } else { false } }
}
