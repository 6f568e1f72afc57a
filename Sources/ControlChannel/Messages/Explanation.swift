/// The answer to `GET /v1/explain?q=`: why a file is or is not watched, or a type is or is not mocked.
package struct Explanation: Documented, Hashable {
    /// The question is the name of a type or a mock, or a path, absolute or relative to the root.
    package static let endpoint = Endpoint<String, Self>(
        Operation(
            .get, "/v1/explain", "The reason why a type or file is, or is not, watched or generated.",
            parameters: [
                .init(
                    "q", "A type, a mock or a path.", schema: ["type": "string", "minLength": 1], isRequired: true),
                .init("path", "The same.", isAlias: true),
            ],
            errors: [404: "Nothing has that name."]),
        query: { ["q": $0] }
    ) { request throws(ControlError) in
        guard let question = request.query["q"] ?? request.query["path"], !question.isEmpty else {
            throw .badRequest("explain needs a question", hint: "ask with ?q=NAME_OR_PATH")
        }
        return question
    }

    package struct Dependency: Documented, Hashable {
        package var name: String
        package var path: String?

        package static let documentation = Documentation(
            "A name that was looked up.",
            [
                "name": "The name as it is used.",
                "path": "The path of the file that declares it; absent if the project has no such declaration.",
            ])

        package init(name: String, path: String? = nil) {
            self.name = name
            self.path = path
        }
    }

    package var subject: String
    package var kind: String
    package var summary: String
    package var source: String?
    package var output: String?
    package var details: [String]
    package var dependsOn: [Dependency]

    package static let documentation = Documentation(
        "The reason why a type or file is, or is not, watched or generated.",
        [
            "subject": "The type, mock or path that was found.",
            "kind": "mock, type, source, output, or ignored for a file that is not read.",
            "summary": "One sentence.",
            "source": "The path of its source.",
            "output": "The path of its mock.",
            "details": "Further sentences, in order.",
            "dependsOn": "The names that were looked up for it, found or not.",
        ])

    package init(
        subject: String, kind: String, summary: String, source: String? = nil, output: String? = nil,
        details: [String] = [], dependsOn: [Dependency] = []
    ) {
        self.subject = subject
        self.kind = kind
        self.summary = summary
        self.source = source
        self.output = output
        self.details = details
        self.dependsOn = dependsOn
    }
}
