/// A JSON document as a tree, for output that shows the fields that are present and requires none.
///
/// Decoding the status into its types costs more than a third of all instructions of `mockctl status`, because the
/// runtime instantiates a container type for each of them. It also fails as a whole if a daemon of another version
/// sends fewer fields.
///
/// It can be written as a literal: `["type": "object"]`.
@dynamicMemberLookup
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Returns the member; `null` if there is none.
    package subscript(dynamicMember name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    package var int: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var array: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    package var object: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    package init(parsing bytes: [UInt8]) throws(ClientFailure) {
        var parser = Parser(bytes: bytes)
        guard let value = parser.value(depth: 0) else { throw .malformed("its answer is not JSON") }
        self = value
    }
}

extension JSONValue {
    /// A parser for RFC 8259, lenient about input that our server never sends.
    private struct Parser {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Parses the next value; `nil` if there is none.
        mutating func value(depth: Int) -> JSONValue? {
            // Our documents nest five deep; the limit keeps malformed ones from overflowing the stack.
            guard depth < 64, let first = next() else { return nil }
            switch first {
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case UInt8(ascii: "\""): return string().map { .string($0) }
            case UInt8(ascii: "t"): return literal("true", .bool(true))
            case UInt8(ascii: "f"): return literal("false", .bool(false))
            case UInt8(ascii: "n"): return literal("null", .null)
            default: return number()
            }
        }

        private mutating func object(depth: Int) -> JSONValue? {
            var members: [String: JSONValue] = [:]
            index += 1
            while let byte = next(), byte != UInt8(ascii: "}") {
                guard byte == UInt8(ascii: "\""), let name = string(), skip(":"), let value = value(depth: depth + 1)
                else { return nil }
                members[name] = value
                guard skip(",") || next() == UInt8(ascii: "}") else { return nil }
            }
            return skip("}") ? .object(members) : nil
        }

        private mutating func array(depth: Int) -> JSONValue? {
            var elements: [JSONValue] = []
            index += 1
            while let byte = next(), byte != UInt8(ascii: "]") {
                guard let value = value(depth: depth + 1) else { return nil }
                elements.append(value)
                guard skip(",") || next() == UInt8(ascii: "]") else { return nil }
            }
            return skip("]") ? .array(elements) : nil
        }

        private mutating func string() -> String? {
            var text: [UInt8] = []
            index += 1
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
                guard byte == UInt8(ascii: "\\") else {
                    text.append(byte)
                    continue
                }
                guard let scalar = escape() else { return nil }
                text += Array(String(Character(scalar)).utf8)
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "u"): return codePoint()
            default: return Unicode.Scalar(byte)
            }
        }

        private mutating func codePoint() -> Unicode.Scalar? {
            guard let high = hexadecimal() else { return nil }
            guard 0xD800..<0xDC00 ~= high else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
            else {
                return "\u{FFFD}"
            }
            index += 2
            guard let low = hexadecimal(), 0xDC00..<0xE000 ~= low else { return "\u{FFFD}" }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        }

        private mutating func hexadecimal() -> UInt32? {
            guard index + 4 <= bytes.count else { return nil }
            defer { index += 4 }
            return UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        }

        private mutating func number() -> JSONValue? {
            let start = index
            while index < bytes.count, "+-.0123456789eE".utf8.contains(bytes[index]) { index += 1 }
            return Double(String(decoding: bytes[start..<index], as: UTF8.self)).map { .number($0) }
        }

        private mutating func literal(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
            let end = index + text.utf8CodeUnitCount
            guard end <= bytes.count, String(decoding: bytes[index..<end], as: UTF8.self) == text.description else {
                return nil
            }
            index = end
            return value
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard next() == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        /// Skips white space and returns the next byte.
        private mutating func next() -> UInt8? {
            while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }
    }
}
