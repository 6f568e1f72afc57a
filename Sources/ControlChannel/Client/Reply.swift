/// An answer of a daemon: one JSON document.
package struct Reply<Answer: Decodable> {
    /// The bytes as the daemon wrote them, without a final newline.
    package let document: [UInt8]

    package init(document: [UInt8]) {
        self.document = document
    }

    /// The answer in the document.
    package var answer: Answer {
        get throws(ClientFailure) {
            do {
                return try WireFormat.decode(Answer.self, from: document)
            } catch {
                throw .malformed("its answer is not the \(Answer.self) that was asked for")
            }
        }
    }
}
