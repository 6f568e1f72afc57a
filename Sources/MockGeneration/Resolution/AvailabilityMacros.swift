package import MockModel

/// The platforms that names of a module's settings stand for: `@available(Kitchen 2.0, *)` in the module is
/// `@available(macOS 14.0, iOS 17.0, *)` everywhere else.
package struct AvailabilityMacros {
    private let platforms: [Substring: [Substring]]

    /// - Parameter definitions: texts like `Kitchen 2.0:macOS 14.0, iOS 17.0`.
    package init(_ definitions: some Sequence<String>) {
        let pairs = definitions.compactMap { definition -> (Substring, [Substring])? in
            guard let colon = definition.firstIndex(of: ":"),
                let name = Availability(list: definition[..<colon]).arguments.first
            else { return nil }
            return (name, Availability(list: definition[definition.index(after: colon)...]).arguments)
        }
        platforms = Dictionary(pairs) { first, _ in first }
    }

    /// Returns an attribute with the platforms in place of their names.
    func expand(_ attribute: String) -> String {
        guard let arguments = Availability(attribute)?.arguments, arguments.contains(where: { platforms[$0] != nil })
        else { return attribute }
        return "@available(\(arguments.flatMap { platforms[$0] ?? [$0] }.joined(separator: ", ")))"
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
