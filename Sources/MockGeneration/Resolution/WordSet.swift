/// Words that are asked for often and seldom met: keywords, names of the library's types.
///
/// To hash a string takes a few hundred instructions. A word's length with its first and its last byte take a few, and
/// tell of nearly every other one that it is not among these.
package struct WordSet: Sendable {
    package let words: Set<String>
    /// A bit for what each of the words looks like.
    private let looks: [UInt64]

    package init(_ words: Set<String>) {
        self.words = words
        var looks = [UInt64](repeating: 0, count: 64)
        for word in words {
            let look = Self.look(of: word)
            looks[look / 64] |= 1 << UInt64(look % 64)
        }
        self.looks = looks
    }

    package func contains(_ word: String) -> Bool {
        let look = Self.look(of: word)
        return looks[look / 64] & (1 << UInt64(look % 64)) != 0 && words.contains(word)
    }

    /// Between 0 and 4,095.
    private static func look(of word: String) -> Int {
        word.utf8.withContiguousStorageIfAvailable { look(of: $0) } ?? look(of: Array(word.utf8))
    }

    @inline(__always)
    private static func look(of bytes: some RandomAccessCollection<UInt8>) -> Int {
        guard let first = bytes.first, let last = bytes.last else { return 0 }
        return (Int(first & 31) << 7 ^ Int(last & 31) << 3 ^ bytes.count) & 4095
    }
}

extension WordSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral words: String...) { self.init(Set(words)) }
}
