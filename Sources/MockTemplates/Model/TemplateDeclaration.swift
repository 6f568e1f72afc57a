internal import MockModel

/// A type, a member or a parameter as a template sees it: an object whose properties are looked up by name.
///
/// The names of the properties are those of Sourcery's type model, because templates are written for it. A name that is
/// none is `nil`, which a template prints as nothing.
protocol TemplateDeclaration: ModelObject {
    var annotations: [String: RenderValue] { get }
    var accessLevel: String { get }
    /// The type of a member or a parameter, if the project declares it.
    var typeOfValue: TemplateType? { get }
}

extension TemplateDeclaration {
    var declaration: (any TemplateDeclaration)? { self }
}

/// An attribute as written: `@available(macOS 12, *)`.
final class TemplateAttribute: ModelObject, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// `available`
    var name: String { String(description.dropFirst().prefix { $0 != "(" && !$0.isWhitespace }) }

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .name: RenderValue(name)
        case .description, .asSource: RenderValue(description)
        default: .none
        }
    }

    /// The attributes by their names. Some of a member's are comments.
    static func byName(_ attributes: [String]) -> [String: RenderValue] {
        let written = attributes.filter { $0.hasPrefix("@") }
        return Dictionary(grouping: written.map { TemplateAttribute($0) }, by: \.name)
            .mapValues { RenderValue($0) }
    }
}
