internal import MockGeneration
internal import MockModel
internal import Stencil

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

    var annotations: [String: Any] { base.annotations }
    var accessLevel: String { base.accessLevel }
    var typeOfValue: TemplateType? { returnTypeName.type }
    var description: String { "subscript(\(parameters.map(\.asSource).joined(separator: ", ")))" }

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "parameters": parameters
        case "returnTypeName": returnTypeName
        case "actualReturnTypeName": returnTypeName.actualTypeName ?? returnTypeName
        case "returnType": returnTypeName.type
        case "isOptionalReturnType": returnTypeName.isOptional
        case "isImplicitlyUnwrappedOptionalReturnType": returnTypeName.isImplicitlyUnwrappedOptional
        case "unwrappedReturnTypeName": returnTypeName.unwrappedTypeName
        case "readAccess": accessLevel
        case "writeAccess": declaration.accessors.hasSetter ? accessLevel : ""
        case "isMutable": declaration.accessors.hasSetter
        case "isStatic": base.modifiers.contains("static")
        case "isGeneric": !declaration.genericParameters.isEmpty
        case "genericParameters":
            declaration.genericParameters.map { TemplateRequirement.object($0, base.scope, base.located) }
        case "genericRequirements":
            declaration.genericRequirements.map { TemplateRequirement.object($0, base.scope, base.located) }
        default:
            base.property(member, of: declaration.accessors.getEffects, generics: declaration.genericParameters)
                ?? base.property(member)
        }
    }
}
