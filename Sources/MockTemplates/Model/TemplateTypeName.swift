internal import MockGeneration
internal import MockModel

/// A type as a declaration writes it.
///
/// Templates take its parts and print them again, so the parts are divided as Sourcery divides them: the name has no
/// attributes, an optional existential has no parentheses, and `inout` is a part of the name.
final class TemplateTypeName: ModelObject, CustomStringConvertible {
    let expression: TypeExpression
    /// With the mark of an optional.
    let name: String
    /// Without it.
    let unwrappedTypeName: String
    let attributes: [String]
    let isOptional: Bool
    let isImplicitlyUnwrappedOptional: Bool
    /// The type without attributes, marks of optionals and needless parentheses.
    private let core: TypeExpression
    private let scope: TemplateScope
    private let located: LocatedType

    /// - Parameter requirements: a `where` clause that stands behind the type, with its keyword.
    init(_ expression: TypeExpression, _ scope: TemplateScope, _ located: LocatedType, requirements: String = "") {
        let parts = TypeNameParts(expression)
        self.expression = expression
        name = parts.name + (requirements.isEmpty ? "" : " \(requirements)")
        unwrappedTypeName = parts.unwrapped
        attributes = parts.attributes
        isOptional = parts.isOptional
        isImplicitlyUnwrappedOptional = parts.isImplicitlyUnwrapped
        core = parts.core
        self.scope = scope
        self.located = located
    }

    private(set) lazy var description = (attributes.sorted() + [name]).joined(separator: " ")

    /// The type as a declaration must write it.
    var asSource: String { TypeNameParts(expression).source }

    private(set) lazy var type: TemplateType? = scope.type(of: core, from: located)

    var isVoid: Bool { name == "Void" || name == "()" || unwrappedTypeName == "Void" || unwrappedTypeName == "()" }

    /// The target of a typealias; `nil` for other types.
    private(set) lazy var actualTypeName: TemplateTypeName? =
        scope.target(of: core, from: located).map { name($0, depth: 0) }

    private func name(_ target: TypeExpression, depth: Int) -> TemplateTypeName {
        if depth < 20, let next = scope.target(of: target, from: located) { return name(next, depth: depth + 1) }
        return name(isOptional ? .optional(target) : target)
    }

    private func name(_ type: TypeExpression) -> TemplateTypeName { scope.name(type, in: located) }

    /// The type behind all typealiases.
    private var actualCore: TypeExpression { actualTypeName?.core ?? core }

    var isTuple: Bool { if case .tuple(let elements) = actualCore { elements.count > 1 } else { false } }
    var isArray: Bool { element != nil }
    var isDictionary: Bool { keyAndValue != nil }
    var isClosure: Bool { if case .function = actualCore { true } else { false } }
    var isSet: Bool { if case .named("Set", let arguments) = actualCore { arguments.count == 1 } else { false } }

    private var element: TypeExpression? {
        switch actualCore {
        case .array(let element): element
        case .named("Array", let arguments) where arguments.count == 1: arguments[0]
        default: nil
        }
    }

    private var keyAndValue: (TypeExpression, TypeExpression)? {
        switch actualCore {
        case .dictionary(let key, let value): (key, value)
        case .named("Dictionary", let arguments) where arguments.count == 2: (arguments[0], arguments[1])
        default: nil
        }
    }

    private var genericArguments: [TypeExpression] {
        switch core {
        case .named(_, let arguments), .member(_, _, let arguments): arguments
        default: element.map { [$0] } ?? keyAndValue.map { [$0.0, $0.1] } ?? []
        }
    }

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .name: RenderValue(name)
        case .unwrappedTypeName: RenderValue(unwrappedTypeName)
        case .actualTypeName: RenderValue(actualTypeName)
        case .asSource: RenderValue(asSource)
        case .description: RenderValue(description)
        case .attributes: RenderValue(TemplateAttribute.byName(attributes))
        case .isOptional: RenderValue(isOptional)
        case .isImplicitlyUnwrappedOptional: RenderValue(isImplicitlyUnwrappedOptional)
        case .isVoid: RenderValue(isVoid)
        case .isNever: RenderValue(name == "Never")
        case .isTuple: RenderValue(isTuple)
        case .isArray: RenderValue(isArray)
        case .isDictionary: RenderValue(isDictionary)
        case .isClosure: RenderValue(isClosure)
        case .isSet: RenderValue(isSet)
        case .isGeneric: RenderValue(!genericArguments.isEmpty)
        case .isProtocolComposition: RenderValue(isComposition)
        default: part(property)
        }
    }

    private var isComposition: Bool { if case .composition = actualCore { true } else { false } }

    /// The parts of a type that has some.
    private func part(_ property: PropertyName) -> RenderValue {
        switch property.known {
        case .tuple:
            guard isTuple, case .tuple(let elements) = actualCore else { return .none }
            let parts = elements.enumerated().map { index, element in
                TemplateObject(typed: name(element.type), ["name": .text(element.label ?? "\(index)")])
            }
            return named(["elements": RenderValue(parts)])
        case .array: return element.map { named(["elementTypeName": .object(name($0))]) } ?? .none
        case .set:
            guard isSet, let element = genericArguments.first else { return .none }
            return named(["elementTypeName": .object(name(element))])
        case .dictionary:
            return keyAndValue.map {
                named(["keyTypeName": .object(name($0.0)), "valueTypeName": .object(name($0.1))])
            } ?? .none
        case .closure: return RenderValue(closure)
        case .generic:
            guard !genericArguments.isEmpty else { return .none }
            let parameters = genericArguments.map { TemplateObject(typed: name($0), [:]) }
            return .object(
                TemplateObject([
                    "name": .text(core.plainPath?.joined(separator: ".") ?? ""),
                    "typeParameters": RenderValue(parameters),
                ]))
        default: return .none
        }
    }

    private func named(_ members: [String: RenderValue]) -> RenderValue {
        .object(TemplateObject(members.merging(["name": .text(actualCore.description)]) { own, _ in own }))
    }

    /// Lets go of other types and names.
    func forget() {
        type = nil
        actualTypeName = nil
        closure = nil
    }

    private lazy var closure: TemplateObject? = {
        if case .function(let function) = actualCore { closure(function) } else { nil }
    }()

    private func closure(_ function: FunctionType) -> TemplateObject {
        let result = name(function.result)
        var members: [String: RenderValue] = [
            "name": .text(TypeNameParts(.function(function)).name), "returnTypeName": .object(result),
            "actualReturnTypeName": .object(result),
            "isOptionalReturnType": .flag(result.isOptional),
            "unwrappedReturnTypeName": .text(result.unwrappedTypeName),
            "isImplicitlyUnwrappedOptionalReturnType": .flag(result.isImplicitlyUnwrappedOptional),
            "isAsync": .flag(function.effects.isAsync), "throws": .flag(function.effects.throwing != .never),
            "parameters": RenderValue(
                function.parameters.map { parameter in
                    TemplateObject(
                        typed: name(parameter.type),
                        ["name": .text(parameter.name ?? ""), "isVariadic": .flag(parameter.isVariadic)])
                }),
        ]
        if function.effects.isAsync { members["asyncKeyword"] = .text("async") }
        if function.effects.throwing != .never { members["throwsOrRethrowsKeyword"] = .text("throws") }
        if case .typed(let failure) = function.effects.throwing { members["throwsTypeName"] = .object(name(failure)) }
        if let type = result.type { members["returnType"] = .object(type) }
        return TemplateObject(members)
    }
}

extension TemplateTypeName {
    /// Returns a property of a declaration that has this type.
    func memberOfTyped(_ property: PropertyName) -> RenderValue? {
        switch property.known {
        case .typeName: .object(self)
        case .type: RenderValue(type ?? StandardValues.type(named: unwrappedTypeName))
        case .isOptional, .isImplicitlyUnwrappedOptional, .unwrappedTypeName, .actualTypeName, .isTuple,
            .isClosure,
            .isArray, .isSet, .isDictionary, .isGeneric:
            value(of: property)
        default: nil
        }
    }
}
