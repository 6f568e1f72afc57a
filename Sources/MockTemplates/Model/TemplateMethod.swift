internal import MockGeneration
internal import MockModel
internal import Stencil

/// A function or an initializer as a template sees it.
final class TemplateMethod: TemplateDeclaration, CustomStringConvertible {
    private let base: TemplateMember
    /// With backticks, as written; `init` for an initializer.
    private let plainName: String
    private let genericParameters: [GenericParameter]
    private let requirements: [GenericRequirement]
    private let effects: Effects
    /// `?`, `!` or empty.
    private let optionalMark: String
    let parameters: [TemplateParameter]
    let returnTypeName: TemplateTypeName
    private let plainReturnTypeName: TemplateTypeName
    let isInitializer: Bool

    /// Returns `nil` for other members.
    init?(_ member: TemplateType.Member, _ scope: TemplateScope) {
        base = TemplateMember(member: member, scope: scope)
        let declared: [ParameterDeclaration]
        let result: TypeExpression
        switch member.declaration.kind {
        case .function(let function):
            (plainName, genericParameters, requirements) =
                (function.name, function.genericParameters, function.genericRequirements)
            (effects, optionalMark, isInitializer) = (function.effects, "", false)
            (declared, result) = (function.parameters, function.result ?? .named("Void"))
        case .initializer(let initializer):
            (plainName, genericParameters, requirements) =
                ("init", initializer.genericParameters, initializer.genericRequirements)
            (effects, optionalMark, isInitializer) = (initializer.effects, initializer.optionalMark, true)
            let type = TypeExpression.named(member.located.declaration.qualifiedName)
            (declared, result) = (initializer.parameters, optionalMark.isEmpty ? type : .optional(type))
        default: return nil
        }
        parameters = declared.enumerated().map {
            TemplateParameter($0.element, index: $0.offset, scope, member.located)
        }
        plainReturnTypeName = base.name(result)
        let clause = TemplateRequirement.clause(requirements)
        returnTypeName = clause.isEmpty ? plainReturnTypeName : base.name(result, requirements: clause)
    }

    var annotations: [String: Any] { base.annotations }
    var accessLevel: String { base.accessLevel }
    var typeOfValue: TemplateType? { returnTypeName.type }
    /// True for an initializer, too, as in Sourcery's model.
    var isStatic: Bool { isInitializer || base.modifiers.contains("static") }
    var isClass: Bool { base.modifiers.contains("class") }
    var doesThrow: Bool { effects.throws }

    var description: String { name }

    /// `load<T>(id: T)`
    var name: String { "\(fullName)(\(parameters.map(\.asSource).joined(separator: ", ")))" }

    /// `load(id:)`, or `stop` without parameters.
    private var selectorName: String {
        let name = plainName + optionalMark
        if parameters.isEmpty { return name }
        return "\(name)(\(parameters.map { "\($0.argumentLabel ?? "_"):" }.joined()))"
    }

    /// The name with its generic parameters.
    private var fullName: String { plainName + optionalMark + TemplateRequirement.list(genericParameters) }

    /// The protocol of a result that is an associated type, which templates have in the names of their members.
    private var boundOfResult: TemplateTypeName? {
        for member in base.located.declaration.members {
            guard case .associatedType(let declared) = member.kind, plainReturnTypeName.name == declared.name else {
                continue
            }
            return declared.bound.map { base.name($0) }
        }
        return nil
    }

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "name": name
        case "selectorName": selectorName
        case "shortName": fullName
        case "callName": plainName + optionalMark
        case "parameters": parameters
        case "returnTypeName": returnTypeName
        case "actualReturnTypeName": boundOfResult ?? plainReturnTypeName.actualTypeName ?? plainReturnTypeName
        case "returnType": returnTypeName.type
        case "isOptionalReturnType": returnTypeName.isOptional
        case "isImplicitlyUnwrappedOptionalReturnType": returnTypeName.isImplicitlyUnwrappedOptional
        case "unwrappedReturnTypeName": returnTypeName.unwrappedTypeName
        case "isInitializer": isInitializer
        case "isFailableInitializer": isInitializer && !optionalMark.isEmpty
        case "isConvenienceInitializer": isInitializer && base.modifiers.contains("convenience")
        case "isRequired": base.modifiers.contains("required")
        case "isDeinitializer": false
        case "isStatic": isStatic
        case "isClass": isClass
        case "isGeneric": !genericParameters.isEmpty
        case "genericParameters":
            genericParameters.map { TemplateRequirement.object($0, base.scope, base.located) }
        case "genericRequirements": requirements.map { TemplateRequirement.object($0, base.scope, base.located) }
        default: base.property(member, of: effects, generics: genericParameters) ?? base.property(member)
        }
    }
}
