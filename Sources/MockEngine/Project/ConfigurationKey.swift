internal import MockGeneration
import Yams

/// A key of a configuration file: its form, and its row in the manual.
struct ConfigurationKey<Value>: Sendable {
    let name: String
    let form: ConfigurationForm<Value>
    let row: ConfigurationRow

    /// - Parameters:
    ///   - sentence: The values, as the manual describes them.
    ///   - usual: The value of a file without the key; `nil` if the key is required.
    ///   - article: The article of the manual with more about the key.
    init(
        _ name: String, _ form: ConfigurationForm<Value>, _ sentence: String, else usual: String?,
        see article: String? = nil
    ) {
        self.name = name
        self.form = form
        row = ConfigurationRow(name: name, sentence: sentence, usual: usual, article: article, schema: form.schema)
    }

    /// The key of one module, which takes the place of this one.
    var forOneModule: Self {
        Self(name, form, "\(row.sentence); for one module", else: "that of all modules", see: row.article)
    }

    /// A line with the key, for messages that show the way out.
    var example: String { example(form.example) }

    func example(_ value: String) -> String { "\(name): \(value)" }
}

/// A row of the manual's table of keys, which is a property in the schema.
struct ConfigurationRow: Sendable {
    let name: String
    let sentence: String
    let usual: String?
    let article: String?
    let schema: JSONSchema
}

/// The keys of a mapping, in the order in which messages list them.
struct ConfigurationKeys: Sendable {
    /// The mapping in messages: `a module`.
    let owner: String
    /// The key that has such mappings; `nil` for the document.
    let list: String?
    let rows: [ConfigurationRow]
    /// The schemas that hold for a mapping with a certain key.
    let dependents: [String: JSONSchema]
    let names: [String]

    init<each Value>(
        of owner: String, in list: String? = nil, dependents: [String: JSONSchema] = [:],
        _ keys: repeat ConfigurationKey<each Value>
    ) {
        var rows: [ConfigurationRow] = []
        repeat rows.append((each keys).row)
        self.owner = owner
        self.list = list
        self.rows = rows
        self.dependents = dependents
        names = rows.map(\.name)
    }

    var schema: JSONSchema {
        let properties = rows.map { row in
            var schema = row.schema
            schema.title = list.map { "\($0): \(row.name)" } ?? row.name
            schema.description = row.sentence + (row.usual.map { ". Default: \($0)" } ?? ". Required")
            return (row.name, schema)
        }
        let required = rows.filter { $0.usual == nil }.map(\.name)
        return JSONSchema(
            type: .object, properties: Dictionary(properties) { first, _ in first },
            required: required.isEmpty ? nil : required, allowsOthers: false,
            dependents: dependents.isEmpty ? nil : dependents)
    }
}

/// The form of a value.
struct ConfigurationForm<Value>: Sendable {
    /// A value as a user would write it, for messages that show the way out.
    let example: String
    let schema: JSONSchema
    /// Returns the value of a node; `nil` after reporting a problem with this line as the way out.
    let read: @Sendable (Node, _ path: String, _ example: String, inout ConfigurationReader) -> Value?
}

extension ConfigurationForm<String> {
    /// - Parameter pattern: The texts, as far as an expression describes them.
    static func text(_ example: String, _ pattern: String? = nil) -> Self {
        Self(example: example, schema: JSONSchema(type: .string, pattern: pattern)) { node, path, example, reader in
            reader.text(node, path, example: example)
        }
    }
}

extension ConfigurationForm<[ConfigurationText]> {
    /// - Parameters:
    ///   - pattern: The texts, as far as an expression describes them.
    ///   - count: The least number of texts.
    static func texts(_ example: String, _ pattern: String? = nil, atLeast count: Int? = nil) -> Self {
        let schema = JSONSchema.list(of: JSONSchema(type: .string, pattern: pattern), atLeast: count)
        return Self(example: example, schema: schema) { node, path, example, reader in
            reader.texts(node, path, example: example)
        }
    }
}

extension ConfigurationForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
    static var choice: Self {
        let values = Value.allCases.map(\.rawValue)
        return Self(example: values.first ?? "", schema: JSONSchema(choices: values)) { node, path, example, reader in
            reader.choice(node, path, example: example)
        }
    }
}

extension ConfigurationForm<Bool> {
    static var flag: Self {
        Self(example: "false", schema: JSONSchema(type: .boolean)) { node, path, example, reader in
            reader.flag(node, path, example: example)
        }
    }
}

extension ConfigurationForm<VerifyingMethods> {
    /// Two of the values are no texts in YAML.
    static var flagOrChoice: Self {
        let words = VerifyingMethods.allCases.map(\.rawValue).filter { Bool($0) == nil }
        let schema = JSONSchema(alternatives: [JSONSchema(type: .boolean), JSONSchema(choices: words)])
        return Self(example: "false", schema: schema) { node, path, example, reader in
            if node.tag == Tag(.bool), let value = node.bool { return value ? .comparing : VerifyingMethods.none }
            return reader.choice(node, path, example: example)
        }
    }
}

extension ConfigurationForm<Node> {
    /// A value with parts, which have a reader of their own.
    static func parts(_ schema: JSONSchema, example: String = "…") -> Self {
        Self(example: example, schema: schema) { node, _, _, _ in node }
    }
}

/// A text in a list.
struct ConfigurationText {
    var text: String
    var node: Node
    /// `modules[0].sources[2]`
    var path: String
}

/// A mapping of the file, by its known keys.
struct ConfigurationMapping {
    let node: Node
    /// `modules[0]`; `nil` for the document.
    let path: String?
    var values: [String: Node] = [:]

    subscript(key: ConfigurationKey<some Any>) -> Node? { values[key.name] }

    func path(of key: ConfigurationKey<some Any>) -> String { path.map { "\($0).\(key.name)" } ?? key.name }
}
