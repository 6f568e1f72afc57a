/// What is wrong with, or worth saying about, the user's source: one line in the form compilers use.
package struct Diagnostic: Hashable, Comparable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Comparable, Sendable, Codable {
        case error, warning, note

        /// The worst first.
        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .note: 2
            }
        }
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

    /// As one reads them: file by file, from the first line to the last; what concerns the whole file comes first.
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        (left.path, left.line, left.column, left.message, left.severity, left.code)
            < (right.path, right.line, right.column, right.message, right.severity, right.code)
    }

    private var line: Int { position?.line ?? 0 }
    private var column: Int { position?.column ?? 0 }

    /// `path:line:column: severity: message [code]`
    package var description: String {
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(severity.rawValue): \(message) [\(code)]"
    }
}
