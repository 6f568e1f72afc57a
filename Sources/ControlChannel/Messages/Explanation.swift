/// The answer to `GET /v1/explain?q=`: why something is, or is not, watched or generated.
package struct Explanation: Codable, Hashable, Sendable {
    /// What was found for the question.
    package var subject: String
    /// `mock`, `type`, `source`, `output`, or `ignored` for a file that is not read.
    package var kind: String
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    /// Further sentences, in order.
    package var details: [String]
    /// What the mock was made from: declarations that were looked up, found or not.
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
