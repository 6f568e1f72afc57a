/// The annotations of a type and its members as templates see them: `// sourcery: mockBaseClass = "Base"`.
///
/// They are read only for modules whose mocks a template prints.
package struct TemplateAnnotations: Hashable, Sendable {
    package var type: [String: TemplateValue]
    /// The annotations of members by the member's index in its type.
    package var members: [Int: [String: TemplateValue]]

    package init(type: [String: TemplateValue] = [:], members: [Int: [String: TemplateValue]] = [:]) {
        self.type = type
        self.members = members
    }

    package var isEmpty: Bool { type.isEmpty && members.isEmpty }
}
