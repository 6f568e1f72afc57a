internal import MockModel

/// Recognizes misspelled annotations: `mockabel`, `Mockable`, `AutoMockable`.
enum AnnotationSpelling {
    /// Decides from the bytes alone that comments contain no annotation, not even a misspelled one.
    ///
    /// Most comments contain none, so this reads `@` and `k` only. A false positive costs the time of reading the
    /// comments.
    static func mayContainAnnotation(_ text: Bytes, from start: Int, to end: Int) -> Bool {
        guard start < end else { return false }
        var index = text.firstOffset(of: at, or: letterK, from: start)
        while index < end {
            if text[index] == at {
                // Nearly all are spelled correctly, and comparing spellings takes thousands of instructions.
                if text.hasPrefix("mockable", at: index + 1) { return true }
                if isNearlyAnnotation(word(in: text, from: index + 1)) { return true }
            } else if endsMock(text, at: index) || text.hasPrefix("kable", at: index) {
                return true
            }
            index = text.firstOffset(of: at, or: letterK, from: index + 1)
        }
        return false
    }

    /// Returns the same for annotations that are spelled correctly.
    static func mayAskForMock(_ text: Bytes) -> Bool {
        var index = text.firstOffset(of: letterK, or: letterK, from: 2)
        while index < text.count {
            if text.hasPrefix("ockable", at: index - 2) { return true }
            index = text.firstOffset(of: letterK, or: letterK, from: index + 1)
        }
        return false
    }

    /// True if the word is an annotation or nearly one, in any case.
    static func isNearlyAnnotation(_ word: some Collection<UInt8>) -> Bool {
        guard (4...14).contains(word.count), let first = word.first,
            lowercased(first) == letterM || lowercased(first) == letterA
        else { return false }
        let word = word.map(lowercased)
        if others.contains(word) { return true }
        let tolerance = word.contains(letterK) ? 2 : 1
        let letters = letters(of: word)
        return zip(spellings, lettersOfSpellings).contains { spelling, expected in
            // Each letter that the spelling lacks takes an edit. `MainActor` has three, and comparing spellings takes
            // a tenth of the instructions that reading a whole file takes.
            (letters & ~expected).nonzeroBitCount <= tolerance && abs(word.count - spelling.count) <= tolerance
                && editDistance(word, spelling) <= tolerance
        }
    }

    /// The letters that occur in a word in lower case, one bit each; all other bytes share one.
    private static func letters(of word: [UInt8]) -> UInt32 {
        word.reduce(0) { $0 | 1 << UInt32(min($1 &- UInt8(ascii: "a"), 26)) }
    }

    /// True if the word is an annotation, in any case.
    static func isAnnotation(_ word: some Collection<UInt8>) -> Bool {
        word.count <= 12 && spellings.contains(word.map(lowercased))
    }

    private static let spellings = ["mockable", "automockable"].map { Array($0.utf8) }
    private static let lettersOfSpellings = spellings.map(letters)
    /// Words by which other generators request a mock.
    private static let others = ["mock", "mocks", "mocked", "automock", "mocking"].map { Array($0.utf8) }

    private static let at = UInt8(ascii: "@")
    private static let letterA = UInt8(ascii: "a")
    private static let letterK = UInt8(ascii: "k")
    private static let letterM = UInt8(ascii: "m")

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// True if a `k` at the index ends `mock`, `mok` or `mck`; any text may follow.
    private static func endsMock(_ text: Bytes, at index: Int) -> Bool {
        guard text[index - 1] == UInt8(ascii: "c") || text[index - 1] == UInt8(ascii: "o") else { return false }
        return lowercased(text[index - 2]) == letterM || lowercased(text[index - 3]) == letterM
    }

    private static func word(in text: Bytes, from start: Int) -> UnsafeBufferPointer<UInt8>.SubSequence {
        var end = start
        while text[end].isWord { end += 1 }
        return text.buffer[start..<end]
    }
}
