/// A hash of 128 bits that identifies the content of a file: MurmurHash3 (x64, 128-bit variant, seed 0).
///
/// Fast and well distributed; it guards against accidental collisions, not deliberate ones.
package struct ContentHash: Hashable, Sendable, Codable, CustomStringConvertible {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)) }
    }

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { ContentHash($0) }
    }

    package init(_ bytes: UnsafeRawBufferPointer) {
        var state = MurmurState()
        let rest = state.addBlocks(of: bytes)
        (high, low) = state.finish(rest, count: bytes.count)
    }

    /// Hashes consecutive bytes that are in separate buffers.
    package init(pieces: [[UInt8]]) {
        var state = MurmurState()
        var count = 0
        // The unhashed rest of the pieces so far, less than a block.
        var rest: [UInt8] = []
        for piece in pieces {
            count += piece.count
            var start = 0
            if !rest.isEmpty {
                start = min(MurmurState.blockSize - rest.count, piece.count)
                rest += piece[..<start]
                guard rest.count == MurmurState.blockSize else { continue }
                _ = rest.withUnsafeBytes { state.addBlocks(of: $0) }
            }
            rest = piece.withUnsafeBytes { Array(state.addBlocks(of: UnsafeRawBufferPointer(rebasing: $0[start...]))) }
        }
        (high, low) = rest.withUnsafeBytes { state.finish($0, count: count) }
    }

    /// The length of a hash as text.
    package static let digits = 32

    /// The hash as ``digits`` lowercase hexadecimal digits.
    package var description: String {
        Self.digits(high) + Self.digits(low)
    }

    private static func digits(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        let missing = 16 - text.utf8.count
        return missing == 0 ? text : String(repeating: "0", count: missing) + text
    }
}

private struct MurmurState {
    static let blockSize = 16

    private static let multiplier1: UInt64 = 0x87c3_7b91_1142_53d5
    private static let multiplier2: UInt64 = 0x4cf5_ad43_2745_937f
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// Hashes all full blocks and returns the rest, less than a block.
    mutating func addBlocks(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let start = bytes.baseAddress else { return bytes }
        let end = bytes.count & ~(Self.blockSize - 1)
        // Local copies stay in registers.
        var (first, second) = (first, second)
        var offset = 0
        while offset < end {
            first ^= Self.mixFirst(UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            first = (rotate(first, 27) &+ second) &* 5 &+ 0x52dc_e729
            let high = start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
            second ^= Self.mixSecond(UInt64(littleEndian: high))
            second = (rotate(second, 31) &+ first) &* 5 &+ 0x3849_5ab5
            offset = offset &+ Self.blockSize
        }
        (self.first, self.second) = (first, second)
        return UnsafeRawBufferPointer(rebasing: bytes[end...])
    }

    mutating func finish(_ rest: UnsafeRawBufferPointer, count: Int) -> (UInt64, UInt64) {
        var tail: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &tail) { $0.copyMemory(from: rest) }
        tail = (UInt64(littleEndian: tail.0), UInt64(littleEndian: tail.1))
        let count = UInt64(count)
        second ^= Self.mixSecond(tail.1)
        first ^= Self.mixFirst(tail.0)
        first ^= count
        second ^= count
        first &+= second
        second &+= first
        first = Self.avalanche(first)
        second = Self.avalanche(second)
        first &+= second
        second &+= first
        return (first, second)
    }

    private static func mixFirst(_ value: UInt64) -> UInt64 {
        rotate(value &* multiplier1, 31) &* multiplier2
    }

    private static func mixSecond(_ value: UInt64) -> UInt64 {
        rotate(value &* multiplier2, 33) &* multiplier1
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var value = value
        value ^= value >> 33
        value &*= 0xff51_afd7_ed55_8ccd
        value ^= value >> 33
        value &*= 0xc4ce_b9fe_1a85_ec53
        value ^= value >> 33
        return value
    }
}

private func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
}
