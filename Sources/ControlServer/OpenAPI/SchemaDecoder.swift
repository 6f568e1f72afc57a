internal import ControlChannel

/// Returns a value for every request, and records the requests as a schema.
final class SchemaDecoder: Decoder {
    let catalog: SchemaCatalog
    private let documentation: Documentation?
    /// Values of members that determine how the others are decoded.
    let presets: [String: String]
    /// True for a request, whose absent members may be `null`, and whose members have bounds.
    private let isBody: Bool
    private(set) var isObject = false
    private var properties: [String: JSONValue] = [:]
    private var optional: Set<String> = []
    private var single: JSONValue = .null

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(
        catalog: SchemaCatalog, documentation: Documentation?, presets: [String: String] = [:], isBody: Bool = false
    ) {
        self.catalog = catalog
        self.documentation = documentation
        self.presets = presets
        self.isBody = isBody
    }

    var schema: JSONValue {
        guard isObject else { return single }
        let required = properties.keys.filter { !optional.contains($0) }.sorted().map { JSONValue.string($0) }
        var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required) }
        return JSONValue.object(schema).described(documentation?.about)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        isObject = true
        return KeyedDecodingContainer(Members(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Undescribed(what: "a list that is not an array")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoder: self) }

    fileprivate func member<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
        if let preset = presets[key.stringValue], let value = preset as? Value {
            note(key, ["type": "string", "const": .string(preset)])
            return value
        }
        let (value, ofType) = try catalog.read(type)
        let schema = (isBody ? documentation?.bounds[key.stringValue] : nil) ?? ofType
        let isNullable = isBody && optional.contains(key.stringValue)
        note(key, isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema)
        return value
    }

    private func note(_ key: any CodingKey, _ schema: JSONValue) {
        properties[key.stringValue] = schema.described(documentation?.fields[key.stringValue])
    }

    fileprivate func noteOptional(_ key: any CodingKey) { optional.insert(key.stringValue) }

    fileprivate func note<Value>(_ type: JSONValue, _ value: Value) -> Value {
        single = type
        return value
    }
}

extension JSONValue {
    /// Returns the schema with a description.
    func described(_ text: String?) -> JSONValue {
        guard let text, case .object(var members) = self else { return self }
        members["description"] = .string(text)
        return .object(members)
    }
}

/// A message type uses a coding that the schemas do not support.
struct Undescribed: Error {
    var what: String
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SchemaDecoder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    /// Called by `decodeIfPresent` only, so the key is optional.
    func contains(_ key: Key) -> Bool {
        decoder.noteOptional(key)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.member(type, key)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.member(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.member(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.member(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder.member(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.member(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.member(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.member(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.member(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.member(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.member(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.member(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.member(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.member(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.member(type, key) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw Undescribed(what: "a nested container") }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Undescribed(what: "a nested container")
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

private struct SingleValue: SingleValueDecodingContainer {
    let decoder: SchemaDecoder
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try type.init(from: decoder) }

    func decode(_ type: Bool.Type) -> Bool { decoder.note(["type": "boolean"], false) }
    func decode(_ type: String.Type) -> String { decoder.note(["type": "string"], "") }
    func decode(_ type: Double.Type) -> Double { decoder.note(["type": "number"], 0) }
    func decode(_ type: Float.Type) -> Float { decoder.note(["type": "number"], 0) }
    func decode(_ type: Int.Type) -> Int { decoder.note(["type": "integer"], 0) }
    func decode(_ type: Int8.Type) -> Int8 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: Int16.Type) -> Int16 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: Int32.Type) -> Int32 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: Int64.Type) -> Int64 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: UInt.Type) -> UInt { decoder.note(["type": "integer"], 0) }
    func decode(_ type: UInt8.Type) -> UInt8 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: UInt16.Type) -> UInt16 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: UInt32.Type) -> UInt32 { decoder.note(["type": "integer"], 0) }
    func decode(_ type: UInt64.Type) -> UInt64 { decoder.note(["type": "integer"], 0) }
}
