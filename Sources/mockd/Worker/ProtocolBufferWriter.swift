/// Writes one message of protocol buffers. Fields with the value that a reader assumes anyway are left out.
struct ProtocolBufferWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ field: Int, number: Int) {
        guard number != 0 else { return }
        add(UInt64(field) << 3)
        // Negative numbers are as long as the longest.
        add(UInt64(bitPattern: Int64(number)))
    }

    mutating func add(_ field: Int, text: String) { add(field, bytes: Array(text.utf8)) }

    /// - Parameter isElement: True for an element of a list, which counts even if it is empty.
    mutating func add(_ field: Int, bytes value: [UInt8], isElement: Bool = false) {
        guard isElement || !value.isEmpty else { return }
        add(UInt64(field) << 3 | 2)
        add(UInt64(value.count))
        bytes += value
    }

    private mutating func add(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Returns a message behind its length.
    static func delimited(_ message: [UInt8]) -> [UInt8] {
        var writer = ProtocolBufferWriter()
        writer.add(UInt64(message.count))
        return writer.bytes + message
    }
}
