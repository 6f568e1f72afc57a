internal import MockGeneration
internal import MockModel
internal import Stencil

/// A type as a declaration writes it.
///
/// Templates take its parts and print them again, so the parts are divided as Sourcery divides them: the name has no
/// attributes, an optional existential has no parentheses, and `inout` is a part of the name.
final class TemplateTypeName: DynamicMemberLookup, CustomStringConvertible {
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

    var description: String { (attributes.sorted() + [name]).joined(separator: " ") }

    /// The type as a declaration must write it.
    var asSource: String { TypeNameParts(expression).source }

    var type: TemplateType? { scope.type(of: core, from: located) }

    var isVoid: Bool { name == "Void" || name == "()" || unwrappedTypeName == "Void" || unwrappedTypeName == "()" }

    /// The target of a typealias; `nil` for other types.
    private(set) lazy var actualTypeName: TemplateTypeName? =
        scope.target(of: core, from: located).map { name($0, depth: 0) }

    private func name(_ target: TypeExpression, depth: Int) -> TemplateTypeName {
        if depth < 20, let next = scope.target(of: target, from: located) { return name(next, depth: depth + 1) }
        return name(isOptional ? .optional(target) : target)
    }

    private func name(_ type: TypeExpression) -> TemplateTypeName { TemplateTypeName(type, scope, located) }

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

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "name": name
        case "unwrappedTypeName": unwrappedTypeName
        case "actualTypeName": actualTypeName
        case "asSource": asSource
        case "description": description
        case "attributes": TemplateAttribute.byName(attributes)
        case "isOptional": isOptional
        case "isImplicitlyUnwrappedOptional": isImplicitlyUnwrappedOptional
        case "isVoid": isVoid
        case "isNever": name == "Never"
        case "isTuple": isTuple
        case "isArray": isArray
        case "isDictionary": isDictionary
        case "isClosure": isClosure
        case "isSet": isSet
        case "isGeneric": !genericArguments.isEmpty
        case "isProtocolComposition": isComposition
        default: part(member)
        }
    }

    private var isComposition: Bool { if case .composition = actualCore { true } else { false } }

    /// The parts of a type that has some.
    private func part(_ member: String) -> Any? {
        switch member {
        case "tuple":
            guard isTuple, case .tuple(let elements) = actualCore else { return nil }
            return TemplateObject([
                "name": actualCore.description,
                "elements": elements.enumerated().map { index, element in
                    TemplateObject(typed: name(element.type), ["name": element.label ?? "\(index)"])
                },
            ])
        case "array", "set":
            let element = member == "set" ? (isSet ? genericArguments.first : nil) : element
            return element.map { TemplateObject(["name": actualCore.description, "elementTypeName": name($0)]) }
        case "dictionary":
            return keyAndValue.map {
                TemplateObject([
                    "name": actualCore.description, "keyTypeName": name($0.0), "valueTypeName": name($0.1),
                ])
            }
        case "closure":
            guard case .function(let function) = actualCore else { return nil }
            return closure(function)
        case "generic":
            guard !genericArguments.isEmpty else { return nil }
            let parameters = genericArguments.map { TemplateObject(typed: name($0), [:]) }
            return TemplateObject(["name": core.plainPath?.joined(separator: ".") ?? "", "typeParameters": parameters])
        default: return nil
        }
    }

    private func closure(_ function: FunctionType) -> TemplateObject {
        let result = name(function.result)
        var members: [String: Any] = [
            "name": TypeNameParts(.function(function)).name, "returnTypeName": result, "actualReturnTypeName": result,
            "isOptionalReturnType": result.isOptional, "unwrappedReturnTypeName": result.unwrappedTypeName,
            "isImplicitlyUnwrappedOptionalReturnType": result.isImplicitlyUnwrappedOptional,
            "isAsync": function.effects.isAsync, "throws": function.effects.throwing != .never,
            "parameters": function.parameters.map { parameter in
                TemplateObject(
                    typed: name(parameter.type), ["name": parameter.name ?? "", "isVariadic": parameter.isVariadic])
            },
        ]
        if function.effects.isAsync { members["asyncKeyword"] = "async" }
        if function.effects.throwing != .never { members["throwsOrRethrowsKeyword"] = "throws" }
        if case .typed(let failure) = function.effects.throwing { members["throwsTypeName"] = name(failure) }
        if let type = result.type { members["returnType"] = type }
        return TemplateObject(members)
    }
}

extension TemplateTypeName {
    /// Returns a property of a declaration that has this type.
    func memberOfTyped(_ member: String) -> Any? {
        switch member {
        case "typeName": self
        case "type": type ?? StandardValues.type(named: unwrappedTypeName)
        case "isOptional", "isImplicitlyUnwrappedOptional", "unwrappedTypeName", "actualTypeName", "isTuple",
            "isClosure",
            "isArray", "isSet", "isDictionary", "isGeneric":
            self[dynamicMember: member]
        default: nil
        }
    }
}
