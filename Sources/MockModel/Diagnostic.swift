/// An error, warning or note about the user's source: one line in the format of compilers.
package struct Diagnostic: Hashable, Comparable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Comparable, Sendable, Codable {
        case error, warning, note

        /// Orders the most severe first.
        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .note: 2
            }
        }
    }

    /// The path shown to the user: relative to the project's root if it is below it.
    package var path: String
    /// `nil` if the diagnostic concerns the whole file.
    package var position: SourcePosition?
    package var severity: Severity
    /// The problem, its reason and its fix, in one sentence without a final full stop.
    package var message: String
    /// A stable kebab-case name, for scripts and `explain`.
    package var code: String

    package init(
        path: String, position: SourcePosition?, severity: Severity, message: String, code: String
    ) {
        self.path = path
        self.position = position
        self.severity = severity
        // It may quote the source.
        self.message = message.escapingControls
        self.code = code
    }

    /// Orders by file, then by line; a diagnostic for the whole file comes first.
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        (left.path, left.line, left.column, left.message, left.severity, left.code)
            < (right.path, right.line, right.column, right.message, right.severity, right.code)
    }

    private var line: Int { position?.line ?? 0 }
    private var column: Int { position?.column ?? 0 }

    /// `path:line:column: severity: message [code]`
    package var description: String {
        let location = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path.escapingControls)\(location): \(severity.rawValue): \(message) [\(code)]"
    }
}
