/// The answer to `POST /v1/generate`.
package struct GenerateAnswer: Codable, Hashable, Sendable {
    package struct Output: Codable, Hashable, Sendable {
        package var path: String
        /// `written`, `unchanged`, `removed`, `edited`, `conflict` or `failed`.
        package var result: String

        package init(path: String, result: String) {
            self.path = path
            self.result = result
        }
    }

    package var outputs: [Output]
    package var ms: Int

    package init(outputs: [Output], ms: Int) {
        self.outputs = outputs
        self.ms = ms
    }
}
