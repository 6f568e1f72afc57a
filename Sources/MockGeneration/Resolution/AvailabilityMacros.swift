package import MockModel

/// The platforms that names of a module's settings stand for: `@available(Kitchen 2.0, *)` in the module is
/// `@available(macOS 14.0, iOS 17.0, *)` everywhere else.
package struct AvailabilityMacros {
    private let platforms: [String: String]

    /// - Parameter definitions: texts like `Kitchen 2.0:macOS 14.0, iOS 17.0`.
    package init(_ definitions: some Sequence<String>) {
        let pairs = definitions.compactMap { definition -> (String, String)? in
            guard let colon = definition.firstIndex(of: ":") else { return nil }
            let platforms = definition[definition.index(after: colon)...].split(separator: ",").map(\.trimmed)
            return (definition[..<colon].trimmed, platforms.joined(separator: ", "))
        }
        platforms = Dictionary(pairs) { first, _ in first }
    }

    /// Returns an attribute with the platforms in place of their names.
    func expand(_ attribute: String) -> String {
        guard attribute.hasPrefix("@available("), attribute.hasSuffix(")") else { return attribute }
        let arguments = attribute.dropFirst("@available(".count).dropLast().split(separator: ",")
        let isNamed = arguments.contains { platforms[$0.trimmed] != nil }
        guard isNamed else { return attribute }
        return "@available(\(arguments.map { platforms[$0.trimmed] ?? $0.trimmed }.joined(separator: ", ")))"
    }
}

extension TypeDeclaration {
    /// The declaration with platforms in place of the names that stand for them.
    package func expanding(_ macros: AvailabilityMacros) -> TypeDeclaration {
        TypeDeclaration(
            kind: kind, name: name, enclosing: enclosing, attributes: attributes.map(macros.expand),
            modifiers: modifiers, genericParameters: genericParameters,
            primaryAssociatedTypes: primaryAssociatedTypes, inherited: inherited,
            genericRequirements: genericRequirements,
            members: members.map { member in
                var member = member
                member.attributes = member.attributes.map(macros.expand)
                return member
            }, aliased: aliased, conditions: conditions, annotation: annotation, annotations: annotations)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
