/// The answer to `GET /v1/show?q=`: what tests can write with a mock.
package struct MockInterface: Codable, Hashable, Sendable {
    package struct Section: Codable, Hashable, Sendable {
        /// The mock's declaration, or the expressions that lead to the members.
        package var title: String
        /// The members as Swift, one line each.
        package var declarations: [String]

        package init(title: String, declarations: [String]) {
            self.title = title
            self.declarations = declarations
        }
    }

    package var mock: String
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    package var sections: [Section]

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
