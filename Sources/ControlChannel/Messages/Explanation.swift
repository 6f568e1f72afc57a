/// The answer to `GET /v1/explain?q=`: why a file is or is not watched, or a type is or is not mocked.
package struct Explanation: Codable, Hashable, Sendable {
    /// The mock, type or file that matches the query.
    package var subject: String
    /// `mock`, `type`, `source`, `output`, or `ignored` for a file that is not read.
    package var kind: String
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    /// More sentences, in order.
    package var details: [String]
    /// The dependencies of the mock: declarations that were looked up, found or not.
    package var dependsOn: [String]

    package init(
        subject: String, kind: String, summary: String, source: String? = nil, output: String? = nil,
        details: [String] = [], dependsOn: [String] = []
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
