package import MockModel

/// The reason why a template cannot be rendered, with its place.
package struct TemplateProblem: Error, Hashable, Sendable {
    /// The path of the template, or of the included file, that messages show.
    package var path: String
    /// `nil` if the whole file is meant.
    package var position: SourcePosition?
    package var message: String

    package init(path: String, position: SourcePosition?, message: String) {
        self.path = path
        self.position = position
        self.message = message
    }
}
