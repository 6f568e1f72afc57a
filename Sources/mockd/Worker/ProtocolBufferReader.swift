/// Reads the fields of one message of protocol buffers.
///
/// Only numbers and runs of bytes have a meaning in a request; fields of other types are passed over, as the format
/// demands for fields that a reader does not know.
struct ProtocolBufferReader {
    enum Value {
        case number(UInt64)
        case bytes(UnsafeRawBufferPointer)
        case other
    }

    /// The message is cut off, or has a type of field that does not exist.
    struct Damaged: Error {}

    /// The longest number: ten bytes of seven bits.
    static let longestNumber = 10

    private let message: UnsafeRawBufferPointer
    private var offset = 0

    init(_ message: UnsafeRawBufferPointer) { self.message = message }

    /// Returns the next field; `nil` at the end.
    mutating func next() throws(Damaged) -> (field: UInt64, value: Value)? {
        guard offset < message.count else { return nil }
        let tag = try number()
        let field = tag >> 3
        guard field > 0 else { throw Damaged() }
        switch tag & 7 {
        case 0: return (field, .number(try number()))
        case 1:
            _ = try take(8)
            return (field, .other)
        case 2:
            let length = try number()
            guard length <= UInt64(message.count) else { throw Damaged() }
            return (field, .bytes(try take(Int(length))))
        case 5:
            _ = try take(4)
            return (field, .other)
        default: throw Damaged()
        }
    }

    private mutating func number() throws(Damaged) -> UInt64 {
        guard let (value, length) = Self.number(UnsafeRawBufferPointer(rebasing: message[offset...])) else {
            throw Damaged()
        }
        offset += length
        return value
    }

    private mutating func take(_ count: Int) throws(Damaged) -> UnsafeRawBufferPointer {
        guard count <= message.count - offset else { throw Damaged() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: message[offset..<offset + count])
    }

    /// Returns the number at the beginning of the bytes, and its length; `nil` if it has no end there.
    static func number(_ bytes: UnsafeRawBufferPointer) -> (value: UInt64, length: Int)? {
        var value: UInt64 = 0
        for (index, byte) in bytes.prefix(longestNumber).enumerated() {
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 { return (value, index + 1) }
        }
        return nil
    }
}
