internal import MockGeneration
internal import MockModel
internal import Stencil

/// A parameter of a method or a subscript as a template sees it.
final class TemplateParameter: TemplateDeclaration, CustomStringConvertible {
    /// `nil` for `_`.
    let argumentLabel: String?
    /// Empty for `_` alone.
    let name: String
    private let index: Int
    private let typeName: TemplateTypeName
    private let attributes: [String]
    private let isVariadic: Bool

    init(_ parameter: ParameterDeclaration, index: Int, _ scope: TemplateScope, _ located: LocatedType) {
        argumentLabel = parameter.label == "_" ? nil : parameter.label
        name = parameter.internalName == "_" ? "" : parameter.internalName
        self.index = index
        typeName = TemplateTypeName(parameter.type, scope, located)
        attributes = parameter.attributes
        isVariadic = parameter.isVariadic
    }

    var annotations: [String: Any] { [:] }
    var accessLevel: String { "" }
    var typeOfValue: TemplateType? { typeName.type }
    var description: String { asSource }

    var asSource: String {
        let names = argumentLabel == name ? [name] : [argumentLabel ?? "_", name]
        let written = names.filter { !$0.isEmpty }.joined(separator: " ")
        let attributes = attributes.map { "\($0) " }.joined()
        return "\(attributes)\(written): \(typeName.asSource)\(isVariadic ? "..." : "")"
    }

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "argumentLabel": argumentLabel
        case "name": name
        case "index": index
        case "isVariadic": isVariadic
        case "inout": typeName.name.hasPrefix("inout ")
        case "typeAttributes": TemplateAttribute.byName(typeName.attributes)
        case "asSource": asSource
        case "annotations": annotations
        default: typeName.memberOfTyped(member)
        }
    }
}
