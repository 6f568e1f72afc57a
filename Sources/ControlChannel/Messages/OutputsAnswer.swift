/// The answer to `GET /v1/outputs`.
package struct OutputsAnswer: Documented, Hashable {
    /// The question is if the files are read and their hashes returned.
    package static let endpoint = Endpoint<Bool, Self>(
        Operation(
            .get, "/v1/outputs", "The files of mocks, their state and where they come from.",
            parameters: [
                .init(
                    "sha256", "Read the files and return their hashes.",
                    schema: ["type": "string", "enum": ["true", "false"]])
            ]),
        query: { $0 ? ["sha256": "true"] : [:] }
    ) { request throws(ControlError) in try request.flag("sha256") }

    package struct Output: Documented, Hashable {
        package var path: String
        package var source: String?
        package var types: [String]
        package var sha256: String?
        package var state: String

        package static let documentation = Documentation(
            "One file of mocks.",
            [
                "path": "Relative to the root where it lies below it.",
                "source": "The first of its sources.",
                "types": "The types that it mocks.",
                "sha256":
                    "The hash of the bytes on the disk, in hexadecimal digits; absent unless requested, or if the file cannot be read.",
                "state": "current, stale, edited, missing, orphaned, conflict or failed.",
            ])

        package init(path: String, source: String?, types: [String], sha256: String? = nil, state: String) {
            self.path = path
            self.source = source
            self.types = types
            self.sha256 = sha256
            self.state = state
        }
    }

    package var outputs: [Output]

    package static let documentation = Documentation("The files of mocks.", ["outputs": "In the order of their paths."])

    package init(outputs: [Output]) {
        self.outputs = outputs
    }
}
