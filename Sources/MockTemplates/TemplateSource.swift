package import MockModel

/// A template with everything that its rendering depends on beside the types.
package struct TemplateSource: Hashable, Sendable {
    /// The text of one file.
    package struct File: Hashable, Sendable {
        /// The path that messages show.
        package var path: String
        package var text: String

        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    package var template: File
    /// The files that `include`, `import` and `extends` name, by the name in the tag; missing ones have no entry.
    package var includes: [String: File]
    /// The values of `argument` in the template.
    package var arguments: [String: TemplateValue]

    package init(
        _ template: File, includes: [String: File] = [:], arguments: [String: TemplateValue] = [:]
    ) {
        self.template = template
        self.includes = includes
        self.arguments = arguments
    }

    /// Returns the names of the files that a template text includes.
    package static func includes(in text: String) -> [String] {
        TemplateScanner.tags(in: text).compactMap(\.includedName)
    }
}
