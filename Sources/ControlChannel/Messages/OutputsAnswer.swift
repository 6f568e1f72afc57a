/// The answer to `GET /v1/outputs`.
package struct OutputsAnswer: Codable, Hashable, Sendable {
    package struct Output: Codable, Hashable, Sendable {
        package var path: String
        package var source: String?
        /// The types that the file mocks.
        package var types: [String]
        package var sha256: String?
        /// `current`, `stale`, `edited`, `missing`, `orphaned`, `conflict` or `failed`.
        package var state: String

        package init(path: String, source: String?, types: [String], sha256: String? = nil, state: String) {
            self.path = path
            self.source = source
            self.types = types
            self.sha256 = sha256
            self.state = state
        }
    }

    package var outputs: [Output]

    package init(outputs: [Output]) {
        self.outputs = outputs
    }
}
