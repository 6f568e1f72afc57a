internal import MockModel

/// Appends values in a compact form: numbers with seven bits per byte, lists and texts after their lengths.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// - Parameter capacity: the number of bytes to reserve before the array must grow.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func number(_ value: Int) {
        // Zigzag encoding: small negative numbers stay short.
        var rest = UInt64(bitPattern: Int64(value << 1) ^ Int64(value >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func word(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func hash(_ value: ContentHash) {
        word(value.high)
        word(value.low)
    }

    mutating func text(_ value: String) {
        number(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    mutating func data(_ value: ByteSlice) {
        number(value.count)
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ value: [UInt8]) { bytes.append(contentsOf: value) }

    mutating func list<Element>(_ values: some Collection<Element>, _ write: (Element, inout ByteWriter) -> Void) {
        number(values.count)
        for value in values { write(value, &self) }
    }

    mutating func list(_ values: some Collection<some BinaryCodable>) { list(values) { $0.write(to: &$1) } }

    mutating func texts(_ values: some Collection<String>) { list(values) { $1.text($0) } }

    mutating func optional<Value>(_ value: Value?, _ write: (Value, inout ByteWriter) -> Void) {
        flag(value != nil)
        if let value { write(value, &self) }
    }

    mutating func optional(_ value: (some BinaryCodable)?) { optional(value) { $0.write(to: &$1) } }

    mutating func optionalText(_ value: String?) { optional(value) { $1.text($0) } }

    /// Appends the output of `write` after its length and its hash, eight bytes each.
    mutating func framed(_ write: (inout ByteWriter) -> Void) {
        let frame = bytes.count
        word(0)
        word(0)
        let start = bytes.count
        write(&self)
        let hash = bytes.withUnsafeBytes { ContentHash(UnsafeRawBufferPointer(rebasing: $0[start...])).low }
        let count = UInt64(bytes.count - start)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: count.littleEndian, toByteOffset: frame, as: UInt64.self)
            bytes.storeBytes(of: hash.littleEndian, toByteOffset: frame + 8, as: UInt64.self)
        }
    }

    /// Removes all bytes and keeps the memory for the next use.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }
}

/// A value that the cache can store.
protocol BinaryCodable {
    func write(to writer: inout ByteWriter)
    /// Never fails: damaged bytes give any value and set the reader's `isDamaged`.
    init(from reader: inout ByteReader)
}
