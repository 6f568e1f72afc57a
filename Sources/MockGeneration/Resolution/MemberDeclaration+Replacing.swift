internal import MockModel

extension MemberDeclaration {
    /// The member with parts of its types replaced, such as a superclass's generic parameters.
    func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> MemberDeclaration {
        var member = self
        switch kind {
        case .function(var function):
            function.genericParameters = function.genericParameters.map { $0.replacing(replacement) }
            function.parameters = function.parameters.map { $0.replacing(replacement) }
            function.effects = function.effects.replacing(replacement)
            function.result = function.result?.replacing(replacement)
            function.genericRequirements = function.genericRequirements.map { $0.replacing(replacement) }
            member.kind = .function(function)
        case .property(var property):
            property.type = property.type?.replacing(replacement)
            property.accessors.getEffects = property.accessors.getEffects.replacing(replacement)
            member.kind = .property(property)
        case .subscript(var declaration):
            declaration.genericParameters = declaration.genericParameters.map { $0.replacing(replacement) }
            declaration.parameters = declaration.parameters.map { $0.replacing(replacement) }
            declaration.result = declaration.result.replacing(replacement)
            declaration.genericRequirements = declaration.genericRequirements.map { $0.replacing(replacement) }
            declaration.accessors.getEffects = declaration.accessors.getEffects.replacing(replacement)
            member.kind = .subscript(declaration)
        case .initializer(var initializer):
            initializer.genericParameters = initializer.genericParameters.map { $0.replacing(replacement) }
            initializer.parameters = initializer.parameters.map { $0.replacing(replacement) }
            initializer.effects = initializer.effects.replacing(replacement)
            initializer.genericRequirements = initializer.genericRequirements.map { $0.replacing(replacement) }
            member.kind = .initializer(initializer)
        case .associatedType(var associated):
            associated.inherited = associated.inherited.map { $0.replacing(replacement) }
            associated.defaultType = associated.defaultType?.replacing(replacement)
            associated.genericRequirements = associated.genericRequirements.map { $0.replacing(replacement) }
            member.kind = .associatedType(associated)
        case .typealias(var alias):
            alias.target = alias.target.replacing(replacement)
            member.kind = .typealias(alias)
        case .other: break
        }
        return member
    }
}

extension ParameterDeclaration {
    func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> ParameterDeclaration {
        with(type.replacing(replacement))
    }
}

extension GenericParameter {
    func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> GenericParameter {
        GenericParameter(specifier: specifier, name: name, constraint: constraint?.replacing(replacement))
    }
}

extension GenericRequirement {
    func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> GenericRequirement {
        GenericRequirement(
            left: left.replacing(replacement), relation: relation, right: right.replacing(replacement))
    }
}
