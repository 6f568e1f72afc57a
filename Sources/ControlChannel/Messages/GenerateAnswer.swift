/// The answer to `POST /v1/generate`.
package struct GenerateAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<GenerateRequest, Self>(
        post: "/v1/generate", "Brings mocks up to date now.", body: GenerateRequest(),
        errors: [404: "A path is neither a source nor an output.", 409: "The daemon is stopping."])

    package struct Output: Documented, Hashable {
        package var path: String
        package var result: String

        package static let documentation = Documentation(
            "The result for one output.",
            [
                "path": "Relative to the root where it lies below it.",
                "result": "written, removed, edited, conflict or failed.",
            ])

        package init(path: String, result: String) {
            self.path = path
            self.result = result
        }
    }

    package var outputs: [Output]
    package var ms: Int

    package static let documentation = Documentation(
        "The results for the requested outputs.",
        ["outputs": "The outputs that were not current before.", "ms": "The duration in milliseconds."])

    package init(outputs: [Output], ms: Int) {
        self.outputs = outputs
        self.ms = ms
    }
}
