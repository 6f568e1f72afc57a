internal import MockGeneration
internal import MockModel

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
    private lazy var listedParameters = RenderValue(parameters)
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
        returnTypeName =
            clause.isEmpty
            ? plainReturnTypeName : TemplateTypeName(result, scope, member.located, requirements: clause)
    }

    var annotations: [String: RenderValue] { base.annotations }
    var accessLevel: String { base.accessLevel }
    var typeOfValue: TemplateType? { returnTypeName.type }
    /// True for an initializer, too, as in Sourcery's model.
    var isStatic: Bool { isInitializer || base.modifiers.contains("static") }
    var isClass: Bool { base.modifiers.contains("class") }
    var doesThrow: Bool { effects.throws }

    var description: String { name }

    /// `load<T>(id: T)`
    private(set) lazy var name = "\(fullName)(\(parameters.map(\.asSource).joined(separator: ", ")))"

    /// `load(id:)`, or `stop` without parameters.
    private var selectorName: String {
        let name = plainName + optionalMark
        if parameters.isEmpty { return name }
        return "\(name)(\(parameters.map { "\($0.argumentLabel ?? "_"):" }.joined()))"
    }

    /// The name with its generic parameters.
    private lazy var fullName = plainName + optionalMark + TemplateRequirement.list(genericParameters)

    /// The protocol of a result that is an associated type, which templates have in the names of their members.
    private lazy var boundOfResult: TemplateTypeName? = {
        for member in base.located.declaration.members {
            guard case .associatedType(let declared) = member.kind, plainReturnTypeName.name == declared.name else {
                continue
            }
            return declared.bound.map { base.name($0) }
        }
        return nil
    }()

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .name: RenderValue(name)
        case .selectorName: RenderValue(selectorName)
        case .shortName: RenderValue(fullName)
        case .callName: RenderValue(plainName + optionalMark)
        case .parameters: listedParameters
        case .returnTypeName: RenderValue(returnTypeName)
        case .actualReturnTypeName:
            RenderValue(boundOfResult ?? plainReturnTypeName.actualTypeName ?? plainReturnTypeName)
        case .returnType: RenderValue(returnTypeName.type)
        case .isOptionalReturnType: RenderValue(returnTypeName.isOptional)
        case .isImplicitlyUnwrappedOptionalReturnType: RenderValue(returnTypeName.isImplicitlyUnwrappedOptional)
        case .unwrappedReturnTypeName: RenderValue(returnTypeName.unwrappedTypeName)
        case .isInitializer: RenderValue(isInitializer)
        case .isFailableInitializer: RenderValue(isInitializer && !optionalMark.isEmpty)
        case .isConvenienceInitializer: RenderValue(isInitializer && base.modifiers.contains("convenience"))
        case .isRequired: RenderValue(base.modifiers.contains("required"))
        case .isDeinitializer: RenderValue(false)
        case .isStatic: RenderValue(isStatic)
        case .isClass: RenderValue(isClass)
        case .isGeneric: RenderValue(!genericParameters.isEmpty)
        case .genericParameters:
            RenderValue(genericParameters.map { TemplateRequirement.object($0, base.scope, base.located) })
        case .genericRequirements:
            RenderValue(requirements.map { TemplateRequirement.object($0, base.scope, base.located) })
        default: base.property(property, of: effects, generics: genericParameters) ?? base.property(property) ?? .none
        }
    }
}
