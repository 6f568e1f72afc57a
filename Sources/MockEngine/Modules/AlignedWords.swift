/// Words that are searched for at offsets that are multiples of four only, filled up with zeros to the next: four bytes are
/// compared at a time.
struct AlignedWords {
    private struct Word {
        /// The word with its zeros, as numbers.
        var parts: [UInt32]
        var text: String
    }

    /// The words by their first part.
    private let words: [UInt32: [Word]]
    /// True for each first part, and for some other numbers.
    private let mayBegin: [Bool]
    /// The length of the longest word, in bytes.
    let longest: Int

    init(_ words: Set<String>) {
        let all = words.filter { !$0.isEmpty }.map { Word(parts: Self.parts(of: $0), text: $0) }
        self.words = Dictionary(grouping: all) { $0.parts[0] }
        var mayBegin = [Bool](repeating: false, count: 1 << Self.groupBits)
        for word in all { mayBegin[Self.group(of: word.parts[0])] = true }
        self.mayBegin = mayBegin
        longest = words.lazy.map(\.utf8.count).max() ?? 0
    }

    /// Passes on each occurrence with its offset.
    func forEach(in bytes: UnsafeRawBufferPointer, _ body: (String, Int) -> Void) {
        guard let start = bytes.baseAddress else { return }
        let end = bytes.count & ~3
        mayBegin.withUnsafeBufferPointer { mayBegin in
            var offset = 0
            // A module has millions of these: no more is done for each than must be.
            while offset < end {
                let first = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                if mayBegin[Self.group(of: first)] { passOn(first, at: offset, in: bytes, body) }
                offset &+= 4
            }
            if end < bytes.count { passOn(Self.part(at: end, in: bytes), at: end, in: bytes, body) }
        }
    }

    private func passOn(
        _ first: UInt32, at offset: Int, in bytes: UnsafeRawBufferPointer, _ body: (String, Int) -> Void
    ) {
        for word in words[first] ?? [] where Self.holds(word.parts, at: offset, in: bytes) { body(word.text, offset) }
    }

    private static func holds(_ parts: [UInt32], at offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        parts.indices.allSatisfy { part(at: offset + 4 * $0, in: bytes) == parts[$0] }
    }

    private static func parts(of word: String) -> [UInt32] {
        Array(word.utf8).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map { part(at: $0, in: bytes) }
        }
    }

    /// The next four bytes; behind the end there are zeros.
    private static func part(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
        if offset + 4 <= bytes.count {
            return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        return bytes.dropFirst(offset).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static let groupBits = 14

    @inline(__always)
    private static func group(of part: UInt32) -> Int { Int((part &* 0x9e37_79b1) >> UInt32(32 - groupBits)) }
}
