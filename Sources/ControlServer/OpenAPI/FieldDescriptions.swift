/// What the documents and their fields mean, in a sentence each, for the OpenAPI document.
///
/// By the name of the schema, then of the field. A kind of event without an entry of its own for a field shares that of
/// `Event`. A test sees to it that nothing lacks a description, and that none describes what is not there.
struct FieldDescriptions {
    /// What the document as a whole is.
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
