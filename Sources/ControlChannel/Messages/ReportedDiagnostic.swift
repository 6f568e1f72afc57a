/// A current diagnostic, in the format of a compiler.
package struct ReportedDiagnostic: Documented, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int?
    package var column: Int?
    package var severity: String
    package var code: String
    package var message: String
    package var since: Timestamp?

    package static let documentation = Documentation(
        "A diagnostic, as compilers print it.",
        [
            "file": "Relative to the root where it lies below it.",
            "line": "The line, counted from 1; absent if the whole file is meant.",
            "column": "The column in bytes, counted from 1.",
            "severity": "error, warning or note.",
            "code": "A stable word for scripts.",
            "message": "The problem and its remedy.",
            "since": "The time of its first report.",
        ])

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
