internal import FoundationEssentials

/// `.mockd.yml` as a JSON Schema (draft 2020-12): `mockd config --schema`.
package enum ConfigurationSchema {
    /// The title of the manual's article about the file, and its first sentence.
    static let article = (
        title: "Configuration",
        summary: "Choose what is mocked, the names and the style of the mocks, and where they go, in `.mockd.yml`."
    )

    package static func text() throws -> String {
        var schema = ConfigurationFile.Keys.all.schema
        schema.dialect = "https://json-schema.org/draft/2020-12/schema"
        (schema.title, schema.description) = article
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(schema), as: UTF8.self) + "\n"
    }
}

/// A JSON Schema, as far as a configuration needs it.
struct JSONSchema: Encodable, Sendable {
    enum ValueType: String, Encodable {
        case array, boolean, object, string
    }

    /// The schema of all elements, which a structure cannot contain directly.
    indirect enum Elements: Encodable {
        case all(JSONSchema)

        func encode(to encoder: any Encoder) throws {
            guard case .all(let schema) = self else { return }
            try schema.encode(to: encoder)
        }
    }

    var dialect: String?
    var title: String?
    var description: String?
    var type: ValueType?
    var choices: [String]?
    var alternatives: [JSONSchema]?
    var pattern: String?
    var leastCount: Int?
    var elements: Elements?
    var properties: [String: JSONSchema]?
    var required: [String]?
    /// False if a mapping has none but the listed keys.
    var allowsOthers: Bool?
    /// The schemas that hold for a mapping with a certain key.
    var dependents: [String: JSONSchema]?

    private enum CodingKeys: String, CodingKey {
        case dialect = "$schema"
        case title, description, type
        case choices = "enum"
        case alternatives = "anyOf"
        case pattern
        case leastCount = "minItems"
        case elements = "items"
        case properties, required
        case allowsOthers = "additionalProperties"
        case dependents = "dependentSchemas"
    }

    static func list(of schema: JSONSchema, atLeast count: Int? = nil) -> JSONSchema {
        JSONSchema(type: .array, leastCount: count, elements: .all(schema))
    }
}
