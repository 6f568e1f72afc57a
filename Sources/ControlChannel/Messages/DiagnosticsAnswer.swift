/// The answer to `GET /v1/diagnostics`.
package struct DiagnosticsAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(.get, "/v1/diagnostics", "The current diagnostics.")

    package var diagnostics: [ReportedDiagnostic]

    package static let documentation = Documentation(
        "The current diagnostics.", ["diagnostics": "In the order of the paths."])
    /// The diagnostic code of a mock that cannot be written.
    package static let unwrittenCode = "output-failed"

    package init(diagnostics: [ReportedDiagnostic]) {
        self.diagnostics = diagnostics
    }
}
