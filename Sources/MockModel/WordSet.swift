/// A set for frequent lookups that rarely succeed: keywords, names of the library's types.
///
/// Hashing a string takes a few hundred instructions. A key of a word's length, first and last byte takes a few; for
/// nearly every other word it excludes membership, and otherwise leaves one or two candidates.
package struct WordSet: Sendable {
    /// The words, grouped by key.
    package let words: [String]
    /// The index of each key's first word.
    private let starts: [UInt16]

    private static let keyCount = 1024

    package init(_ words: Set<String>) {
        var starts = [UInt16](repeating: 0, count: Self.keyCount + 1)
        for word in words { starts[Self.key(of: word) + 1] += 1 }
        for key in 0..<Self.keyCount { starts[key + 1] += starts[key] }
        self.starts = starts
        var ordered = [String](repeating: "", count: words.count)
        for word in words {
            let key = Self.key(of: word)
            ordered[Int(starts[key])] = word
            starts[key] += 1
        }
        self.words = ordered
    }

    package func contains(_ word: String) -> Bool {
        let key = Self.key(of: word)
        for index in starts[key]..<starts[key + 1] where words[Int(index)] == word { return true }
        return false
    }

    /// Returns true if the UTF-8 bytes are one of the words.
    package func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let key = Self.key(of: bytes)
        for index in starts[key]..<starts[key + 1] where words[Int(index)].utf8.elementsEqual(bytes) { return true }
        return false
    }

    /// The key of a word, from 0 through 1,023.
    private static func key(of word: String) -> Int {
        word.utf8.withContiguousStorageIfAvailable { key(of: $0) } ?? key(of: Array(word.utf8))
    }

    @inline(__always)
    private static func key(of bytes: some RandomAccessCollection<UInt8>) -> Int {
        guard let first = bytes.first, let last = bytes.last else { return 0 }
        return (Int(first & 31) << 5 ^ Int(last & 31) ^ bytes.count << 3) & (keyCount - 1)
    }
}

extension WordSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral words: String...) { self.init(Set(words)) }
}
