internal import MockGeneration
import Yams

/// A key of `.mockd.yml` with the form of its value.
struct ConfigurationKey<Value>: Sendable {
    let name: String
    let form: ConfigurationForm<Value>

    init(_ name: String, _ form: ConfigurationForm<Value>) {
        self.name = name
        self.form = form
    }

    /// A line with the key, for messages that show the way out.
    var example: String { example(form.example) }

    func example(_ value: String) -> String { "\(name): \(value)" }
}

/// The keys of a mapping, in the order in which messages list them.
struct ConfigurationKeys: Sendable {
    /// The mapping in messages: `a module`.
    let owner: String
    let names: [String]

    init<each Value>(of owner: String, _ keys: repeat ConfigurationKey<each Value>) {
        self.owner = owner
        var names: [String] = []
        repeat names.append((each keys).name)
        self.names = names
    }
}

/// The form of a value.
struct ConfigurationForm<Value>: Sendable {
    /// A value as a user would write it, for messages that show the way out.
    let example: String
    /// Returns the value of a node; `nil` after reporting a problem with this line as the way out.
    let read: @Sendable (Node, _ path: String, _ example: String, inout ConfigurationReader) -> Value?
}

extension ConfigurationForm<String> {
    static func text(_ example: String) -> Self {
        Self(example: example) { node, path, example, reader in reader.text(node, path, example: example) }
    }
}

extension ConfigurationForm<[ConfigurationText]> {
    static func texts(_ example: String) -> Self {
        Self(example: example) { node, path, example, reader in reader.texts(node, path, example: example) }
    }
}

extension ConfigurationForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
    static var choice: Self {
        Self(example: Value.allCases.first?.rawValue ?? "") { node, path, example, reader in
            reader.choice(node, path, example: example)
        }
    }
}

extension ConfigurationForm<Bool> {
    static var flag: Self {
        Self(example: "false") { node, path, example, reader in reader.flag(node, path, example: example) }
    }
}

extension ConfigurationForm<VerifyingMethods> {
    /// Two of the values are no texts in YAML.
    static var flagOrChoice: Self {
        Self(example: "false") { node, path, example, reader in
            if node.tag == Tag(.bool), let value = node.bool { return value ? .comparing : VerifyingMethods.none }
            return reader.choice(node, path, example: example)
        }
    }
}

extension ConfigurationForm<Node> {
    /// A value with parts, which have a reader of their own.
    static func parts(_ example: String) -> Self {
        Self(example: example) { node, _, _, _ in node }
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
