internal import MockGeneration
internal import MockModel

/// A subscript as a template sees it.
final class TemplateSubscript: TemplateDeclaration, CustomStringConvertible {
    private let base: TemplateMember
    private let declaration: SubscriptDeclaration
    private let parameters: [TemplateParameter]
    private let returnTypeName: TemplateTypeName

    /// Returns `nil` for other members.
    init?(_ member: TemplateType.Member, _ scope: TemplateScope) {
        guard case .subscript(let declaration) = member.declaration.kind else { return nil }
        base = TemplateMember(member: member, scope: scope)
        self.declaration = declaration
        parameters = declaration.parameters.enumerated().map {
            TemplateParameter($0.element, index: $0.offset, scope, member.located)
        }
        returnTypeName = base.name(declaration.result)
    }

    var annotations: [String: RenderValue] { base.annotations }
    var accessLevel: String { base.accessLevel }
    var typeOfValue: TemplateType? { returnTypeName.type }
    var description: String { "subscript(\(parameters.map(\.asSource).joined(separator: ", ")))" }

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .parameters: RenderValue(parameters)
        case .returnTypeName: RenderValue(returnTypeName)
        case .actualReturnTypeName: RenderValue(returnTypeName.actualTypeName ?? returnTypeName)
        case .returnType: RenderValue(returnTypeName.type)
        case .isOptionalReturnType: RenderValue(returnTypeName.isOptional)
        case .isImplicitlyUnwrappedOptionalReturnType: RenderValue(returnTypeName.isImplicitlyUnwrappedOptional)
        case .unwrappedReturnTypeName: RenderValue(returnTypeName.unwrappedTypeName)
        case .readAccess: RenderValue(accessLevel)
        case .writeAccess: RenderValue(declaration.accessors.hasSetter ? accessLevel : "")
        case .isMutable: RenderValue(declaration.accessors.hasSetter)
        case .isStatic: RenderValue(base.modifiers.contains("static"))
        case .isGeneric: RenderValue(!declaration.genericParameters.isEmpty)
        case .genericParameters:
            RenderValue(declaration.genericParameters.map { TemplateRequirement.object($0, base.scope, base.located) })
        case .genericRequirements:
            RenderValue(
                declaration.genericRequirements.map { TemplateRequirement.object($0, base.scope, base.located) })
        default:
            base.property(property, of: declaration.accessors.getEffects, generics: declaration.genericParameters)
                ?? base.property(property) ?? .none
        }
    }
}
