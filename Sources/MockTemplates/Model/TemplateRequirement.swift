internal import MockGeneration
internal import MockModel

/// Makes the objects for generic parameters and the requirements of `where` clauses.
enum TemplateRequirement {
    static func object(
        _ requirement: GenericRequirement, _ scope: TemplateScope, _ located: LocatedType
    ) -> TemplateObject {
        let right = scope.name(requirement.right, in: located)
        let isEqual = requirement.relation == .equals
        return TemplateObject([
            "leftType": RenderValue(TemplateObject(["name": .text(requirement.left.description)])),
            "rightType": RenderValue(TemplateObject(typed: right, ["name": .text(right.name)])),
            "relationship": .text(isEqual ? "equals" : "conformsTo"),
            "relationshipSyntax": .text(isEqual ? "==" : ":"),
        ])
    }

    static func object(
        _ parameter: GenericParameter, _ scope: TemplateScope, _ located: LocatedType
    ) -> TemplateObject {
        var members: [String: RenderValue] = ["name": .text(parameter.name)]
        if let bound = parameter.constraint {
            members["inheritedTypeName"] = .object(scope.name(bound, in: located))
        }
        return TemplateObject(members)
    }

    /// An associated type: its `type` is the protocol that bounds it, with the requirements of its `where` clause.
    static func object(
        _ declared: AssociatedTypeDeclaration, _ scope: TemplateScope, _ located: LocatedType
    ) -> TemplateObject {
        var members: [String: RenderValue] = ["name": .text(declared.name)]
        if let bound = declared.bound {
            members["type"] = .object(
                TemplateObject([
                    "name": .text(bound.description), "kind": .text("protocol"),
                    "genericRequirements": RenderValue(
                        declared.genericRequirements.map { object($0, scope, located) }),
                ]))
        }
        let type = declared.bound ?? declared.defaultType ?? .named("Any")
        members["typeName"] = .object(scope.name(type, in: located))
        return TemplateObject(members)
    }

    /// The clause with its keyword, or empty.
    static func clause(_ requirements: [GenericRequirement]) -> String {
        requirements.isEmpty ? "" : "where " + requirements.map(\.description).joined(separator: ", ")
    }

    /// The list of parameters in angle brackets, or empty.
    static func list(_ parameters: [GenericParameter]) -> String {
        parameters.isEmpty ? "" : "<\(parameters.map(\.description).joined(separator: ", "))>"
    }
}

extension AssociatedTypeDeclaration {
    /// The protocols that bound it; `nil` without one.
    var bound: TypeExpression? { inherited.count > 1 ? .composition(inherited) : inherited.first }
}
