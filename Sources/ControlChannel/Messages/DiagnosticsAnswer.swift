/// The answer to `GET /v1/diagnostics`.
package struct DiagnosticsAnswer: Codable, Hashable, Sendable {
    package var diagnostics: [ReportedDiagnostic]
    /// The diagnostic code of a mock that cannot be written.
    package static let unwrittenCode = "output-failed"

    package init(diagnostics: [ReportedDiagnostic]) {
        self.diagnostics = diagnostics
    }
}
