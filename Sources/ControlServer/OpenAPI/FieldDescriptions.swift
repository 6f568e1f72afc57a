/// Descriptions of the documents and their fields, one sentence each, for the OpenAPI document.
///
/// They are keyed by the name of the schema, then of the field. An event type without an entry for a field uses that of
/// `Event`. A test ensures that every field has a description and that every description has a field.
struct FieldDescriptions {
    /// The description of the document as a whole.
    let about: String
    let fields: [String: String]

    init(_ about: String, _ fields: [String: String] = [:]) {
        self.about = about
        self.fields = fields
    }

    static let bySchema: [String: FieldDescriptions] = [statusParts, answers, requests, events].reduce(into: [:]) {
        $0.merge($1) { first, _ in first }
    }

    static func about(_ schema: String) -> String? { bySchema[schema]?.about }

    static func field(_ name: String, of schema: String) -> String? {
        if let own = bySchema[schema]?.fields[name] { return own }
        return schema.hasPrefix("Event.") ? bySchema["Event"]?.fields[name] : nil
    }
}
