/// The answer to `GET /v1/diagnostics`.
package struct DiagnosticsAnswer: Codable, Hashable, Sendable {
    package var diagnostics: [ReportedDiagnostic]

    package init(diagnostics: [ReportedDiagnostic]) {
        self.diagnostics = diagnostics
    }
}
