internal import MockGeneration
internal import MockModel

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
        typeName = scope.name(parameter.type, in: located)
        attributes = parameter.attributes
        isVariadic = parameter.isVariadic
    }

    var annotations: [String: RenderValue] { [:] }
    var accessLevel: String { "" }
    var typeOfValue: TemplateType? { typeName.type }
    var description: String { asSource }

    private(set) lazy var asSource: String = {
        let names = argumentLabel == name ? [name] : [argumentLabel ?? "_", name]
        let written = names.filter { !$0.isEmpty }.joined(separator: " ")
        let attributes = attributes.map { "\($0) " }.joined()
        return "\(attributes)\(written): \(typeName.asSource)\(isVariadic ? "..." : "")"
    }()

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .argumentLabel: RenderValue(argumentLabel)
        case .name: RenderValue(name)
        case .index: .integer(index)
        case .isVariadic: RenderValue(isVariadic)
        case .inout: RenderValue(typeName.name.hasPrefix("inout "))
        case .typeAttributes: RenderValue(TemplateAttribute.byName(typeName.attributes))
        case .asSource: RenderValue(asSource)
        case .annotations: RenderValue(annotations)
        default: typeName.memberOfTyped(property) ?? .none
        }
    }
}
