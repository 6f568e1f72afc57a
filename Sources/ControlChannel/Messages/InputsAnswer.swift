/// The answer to `GET /v1/inputs`.
package struct InputsAnswer: Codable, Hashable, Sendable {
    package struct Input: Codable, Hashable, Sendable {
        /// The path, relative to the root if it is below it.
        package var path: String
        package var module: String
        /// `current`, or `failed` while its last valid state is used.
        package var state: String
        /// The types in the file that have mocks.
        package var types: [String]
        package var diagnostics: [ReportedDiagnostic]
        package var lastParseMs: Int?

        package init(
            path: String, module: String, state: String, types: [String] = [], diagnostics: [ReportedDiagnostic] = [],
            lastParseMs: Int? = nil
        ) {
            self.path = path
            self.module = module
            self.state = state
            self.types = types
            self.diagnostics = diagnostics
            self.lastParseMs = lastParseMs
        }
    }

    package var inputs: [Input]

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}
