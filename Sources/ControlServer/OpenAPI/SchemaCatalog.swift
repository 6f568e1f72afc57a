internal import ControlChannel

/// The JSON schemas of documents, derived from the types that the server encodes.
///
/// A type decodes itself from a decoder without input, which records the requested members. So there is no second
/// description that could differ from what the server sends.
final class SchemaCatalog {
    /// The schemas by name, as in `#/components/schemas`.
    private(set) var components: [String: JSONValue] = [:]
    /// The documentation of the schemas that have their own, by the same names.
    private(set) var documentations: [String: Documentation] = [:]

    /// Returns a reference to the schema of `type`, which is added if necessary.
    func reference<Value: Decodable>(to type: Value.Type) throws -> JSONValue {
        try read(type).schema
    }

    /// Returns a reference to the schema of a request body: clients may send `null` for an absent member, and there are
    /// limits.
    func reference<Value: Documented>(toBody type: Value.Type) throws -> JSONValue {
        let decoder = decoder(of: type, isBody: true)
        _ = try type.init(from: decoder)
        return add(decoder.schema, as: Self.name(of: type))
    }

    /// Returns an instance decoded without input, and the schema of its type.
    func read<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, schema: JSONValue) {
        if let type = type as? any SelfDescribing.Type, let value = type.example as? Value {
            return (value, try type.schema(in: self))
        }
        let decoder = decoder(of: type)
        let value = try type.init(from: decoder)
        return (value, decoder.isObject ? add(decoder.schema, as: Self.name(of: type)) : decoder.schema)
    }

    private func decoder(of type: any Decodable.Type, isBody: Bool = false) -> SchemaDecoder {
        let documentation = (type as? any Documented.Type)?.documentation
        documentations[Self.name(of: type)] = documentation
        return SchemaDecoder(catalog: self, documentation: documentation, isBody: isBody)
    }

    static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    func add(_ schema: JSONValue, as name: String) -> JSONValue {
        components[name] = schema
        return Self.reference(name)
    }

    /// Returns the name without the module, such as `Status.Watch`.
    private static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }
}

/// A type whose schema cannot be derived from its decoding.
protocol SelfDescribing {
    static var example: Self { get }
    static func schema(in catalog: SchemaCatalog) throws -> JSONValue
}

extension Array: SelfDescribing where Element: Decodable {
    static var example: [Element] { [] }

    static func schema(in catalog: SchemaCatalog) throws -> JSONValue {
        ["type": "array", "items": try catalog.reference(to: Element.self)]
    }
}

extension Dictionary: SelfDescribing where Key == String, Value: Decodable {
    static var example: [String: Value] { [:] }

    static func schema(in catalog: SchemaCatalog) throws -> JSONValue {
        ["type": "object", "additionalProperties": try catalog.reference(to: Value.self)]
    }
}

extension Timestamp: SelfDescribing {
    static var example: Timestamp { Timestamp(millisecondsSince1970: 0) }

    static func schema(in catalog: SchemaCatalog) -> JSONValue { ["type": "string", "format": "date-time"] }
}

extension EventClock: SelfDescribing {
    static var example: EventClock { EventClock(epoch: 0, seq: 0) }

    static func schema(in catalog: SchemaCatalog) -> JSONValue { ["type": "string", "pattern": .string(pattern)] }
}

extension Event.LeaseChange: SelfDescribing {
    static var example: Event.LeaseChange { .held }

    static func schema(in catalog: SchemaCatalog) -> JSONValue {
        ["type": "string", "enum": ["held", "released", "expired"]]
    }
}

extension Event: SelfDescribing {
    static var example: Event {
        Event(clock: .example, time: .example, content: .settled)
    }

    /// A choice of one schema per event type, distinguished by `type`.
    static func schema(in catalog: SchemaCatalog) throws -> JSONValue {
        let types = Content.publishedTypes + ["log", "hello", "lagged", "resync", "ping"]
        let lines = try types.map { type in
            let own = documentationByType[type]
            let decoder = SchemaDecoder(
                catalog: catalog,
                documentation: own.map { Documentation($0.about, documentation.fields.merging($0.fields) { $1 }) },
                presets: ["type": type])
            _ = try Event(from: decoder)
            return catalog.add(decoder.schema, as: "Event.\(type)")
        }
        let line: JSONValue = ["oneOf": .array(lines)]
        return catalog.add(line.described(documentation.about), as: "Event")
    }
}
