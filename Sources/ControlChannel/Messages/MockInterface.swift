/// The answer to `GET /v1/show?q=`: what tests can write with a mock.
package struct MockInterface: Documented, Hashable {
    /// The question is the name of a mock or of its type.
    package static let endpoint = Endpoint<String, Self>(
        Operation(
            .get, "/v1/show", "What tests can write with a mock, from its file.",
            parameters: [
                .init("q", "A mock or its type.", schema: ["type": "string", "minLength": 1], isRequired: true)
            ],
            errors: [404: "There is no such mock."]),
        query: { ["q": $0] }
    ) { request throws(ControlError) in
        guard let mock = request.query["q"], !mock.isEmpty else {
            throw .badRequest("show needs a mock", hint: "ask with ?q=NAME")
        }
        return mock
    }

    package struct Section: Documented, Hashable {
        package var title: String
        package var declarations: [String]

        package static let documentation = Documentation(
            "Members of a mock.",
            [
                "title": "The mock's declaration, or the expressions that lead to the members.",
                "declarations": "The members as Swift, one line each.",
            ])

        package init(title: String, declarations: [String]) {
            self.title = title
            self.declarations = declarations
        }
    }

    package var mock: String
    package var summary: String
    package var source: String?
    package var output: String?
    package var sections: [Section]

    package static let documentation = Documentation(
        "What tests can write with a mock.",
        [
            "mock": "The name of the mock.",
            "summary": "One sentence.",
            "source": "The path of its source.",
            "output": "The path of its file.",
            "sections": "The mock's own members, those that its style's functions lead to, and lines for a test.",
        ])

    package init(
        mock: String, summary: String, source: String? = nil, output: String? = nil, sections: [Section] = []
    ) {
        self.mock = mock
        self.summary = summary
        self.source = source
        self.output = output
        self.sections = sections
    }
}
