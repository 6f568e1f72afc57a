internal import MockModel
internal import Stencil

/// A type, a member or a parameter as a template sees it: an object whose properties are looked up by name.
///
/// The names of the properties are those of Sourcery's type model, because templates are written for it. A name that is
/// none is `nil`, which a template prints as nothing.
protocol TemplateDeclaration: DynamicMemberLookup, AnyObject {
    var annotations: [String: Any] { get }
    var accessLevel: String { get }
    /// The type of a member or a parameter, if the project declares it.
    var typeOfValue: TemplateType? { get }
}

/// An attribute as written: `@available(macOS 12, *)`.
struct TemplateAttribute: DynamicMemberLookup, CustomStringConvertible {
    let description: String

    /// `available`
    var name: String { String(description.dropFirst().prefix { $0 != "(" && !$0.isWhitespace }) }

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "name": name
        case "description", "asSource": description
        default: nil
        }
    }

    /// The attributes by their names. Some of a member's are comments.
    static func byName(_ attributes: [String]) -> [String: Any] {
        let written = attributes.filter { $0.hasPrefix("@") }
        return Dictionary(grouping: written.map { TemplateAttribute(description: $0) }, by: \.name)
    }
}

extension TemplateValue {
    /// The value as the template engine knows it.
    var any: Any {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag
        case .integer(let number): number
        case .number(let number): number
        case .list(let list): list.map(\.any)
        case .mapping(let mapping): mapping.mapValues(\.any)
        }
    }
}
