/// What is wrong with, or worth saying about, the user's source: one line in the form compilers use.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Sendable, Codable {
        case error, warning, note
    }

    /// Path as the user should read it: relative to the project's root where it lies below it.
    package var path: String
    /// `nil` when the matter concerns the file as a whole.
    package var position: SourcePosition?
    package var severity: Severity
    /// What, why and the way out, in one sentence without a final full stop.
    package var message: String
    /// Stable kebab-case name of the matter, for scripts and `explain`.
    package var code: String

    package init(
        path: String, position: SourcePosition?, severity: Severity, message: String, code: String
    ) {
        self.path = path
        self.position = position
        self.severity = severity
        self.message = message
        self.code = code
    }

    /// `path:line:column: severity: message [code]`
    package var description: String {
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(severity.rawValue): \(message) [\(code)]"
    }
}
