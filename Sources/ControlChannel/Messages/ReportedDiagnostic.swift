/// A current diagnostic, in the format of a compiler.
package struct ReportedDiagnostic: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The path, relative to the root if it is below it.
    package var file: String
    /// The line, counted from 1; absent if the diagnostic concerns the whole file.
    package var line: Int?
    package var column: Int?
    /// `error`, `warning` or `note`.
    package var severity: String
    package var code: String
    package var message: String
    package var since: Timestamp?

    package init(
        file: String, line: Int?, column: Int?, severity: String, code: String, message: String,
        since: Timestamp? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.code = code
        self.message = message
        self.since = since
    }

    /// `path:line:column: severity: message [code]`
    package var description: String {
        let position = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
        return "\(file)\(position): \(severity): \(message) [\(code)]"
    }
}
