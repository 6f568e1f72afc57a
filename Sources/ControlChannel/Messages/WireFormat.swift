internal import FoundationEssentials

/// Encodes and decodes JSON for the wire: one line, keys in a fixed order, absent values left out.
package enum WireFormat {
    /// The interface version, the first component of every path.
    package static let apiVersion = 1

    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(value))
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
