/// A document of the interface, or a part of one, with the sentences that describe it in `/v1/openapi.json`.
///
/// The names and the types of its fields need no description: `ControlServer/OpenAPI` derives them from its decoding.
package protocol Documented: Codable, Sendable {
    static var documentation: Documentation { get }
}

/// The sentences about a document and its fields. A test ensures that every field has one, and that every sentence is
/// about a field.
package struct Documentation: Sendable {
    package let about: String
    package let fields: [String: String]
    /// The schemas of fields of a request that have limits, which the server checks in addition to the types.
    package let bounds: [String: JSONValue]

    package init(_ about: String, _ fields: [String: String] = [:], bounds: [String: JSONValue] = [:]) {
        self.about = about
        self.fields = fields
        self.bounds = bounds
    }
}
