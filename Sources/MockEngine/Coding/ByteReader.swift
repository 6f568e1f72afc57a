internal import MockModel

/// Reads values that `ByteWriter` has written.
///
/// Reading past the end, or an impossible length, sets `isDamaged` and returns empty values from then on, so the caller
/// checks once at the end.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    private(set) var isDamaged = false
    /// The current nesting. It is limited far above that of any source, so that damaged bytes do not exhaust the stack.
    var depth = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func fail() {
        isDamaged = true
        offset = bytes.count
    }

    mutating func number() -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1) }
            shift += 7
        }
        fail()
        return 0
    }

    mutating func byte() -> UInt8 {
        guard offset < bytes.count else {
            fail()
            return 0
        }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func flag() -> Bool { byte() != 0 }

    mutating func word() -> UInt64 {
        guard let start = skip(8) else { return 0 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    mutating func hash() -> ContentHash {
        let high = word()
        return ContentHash(high: high, low: word())
    }

    mutating func text() -> String {
        let count = number()
        guard let start = skip(count) else { return "" }
        return String(decoding: bytes[start..<(start + count)], as: UTF8.self)
    }

    /// Returns the range of bytes that were written as data.
    mutating func data() -> Range<Int> {
        let count = number()
        guard let start = skip(count) else { return 0..<0 }
        return start..<(start + count)
    }

    mutating func list<Element>(_ read: (inout ByteReader) -> Element) -> [Element] {
        let count = number()
        // An element has at least one byte, so a larger count is damage, not a reason to reserve memory.
        guard count >= 0, count <= bytes.count - offset else {
            fail()
            return []
        }
        if count == 0 { return [] }
        return (0..<count).map { _ in read(&self) }
    }

    mutating func list<Element: BinaryCodable>() -> [Element] { list { Element(from: &$0) } }

    mutating func texts() -> [String] { list { $0.text() } }

    mutating func optional<Value>(_ read: (inout ByteReader) -> Value) -> Value? { flag() ? read(&self) : nil }

    mutating func optional<Value: BinaryCodable>() -> Value? { optional { Value(from: &$0) } }

    mutating func optionalText() -> String? { optional { $0.text() } }

    /// Skips `count` bytes and returns their start; `nil` if there are fewer.
    private mutating func skip(_ count: Int) -> Int? {
        guard count >= 0, count <= bytes.count - offset else {
            fail()
            return nil
        }
        defer { offset += count }
        return offset
    }
}
