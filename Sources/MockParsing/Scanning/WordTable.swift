/// A dictionary of the language's words that avoids the standard library's hashing.
///
/// Most words of a text are names: their first letter and length exclude nearly all of them.
struct WordTable<Value: Sendable>: Sendable {
    private var words = [Word](repeating: Word(""), count: 512)
    private var values: [Value]
    /// The lengths that occur for each first byte, one bit each.
    private var lengths = [UInt32](repeating: 0, count: 256)

    /// - Parameter filler: the value of unused slots.
    init(_ entries: [(String, Value)], filler: Value) {
        values = [Value](repeating: filler, count: 512)
        for (text, value) in entries {
            let word = Word(text)
            var slot = word.slot
            while !words[slot].isEmpty { slot = (slot + 1) & 511 }
            words[slot] = word
            values[slot] = value
            lengths[Int(text.utf8.first ?? 0)] |= 1 << UInt32(text.utf8.count)
        }
    }

    subscript(word: Word) -> Value? {
        guard !word.isEmpty else { return nil }
        var slot = word.slot
        while !words[slot].isEmpty {
            if words[slot] == word { return values[slot] }
            slot = (slot + 1) & 511
        }
        return nil
    }

    /// The value for the word between two offsets.
    subscript(text: Bytes, start: Int, end: Int) -> Value? {
        let length = end - start
        guard length > 0, length <= 16, lengths[Int(text[start])] & 1 << UInt32(length) != 0 else { return nil }
        return self[Word(text, start, end)]
    }
}

/// A word of up to sixteen bytes, compared and hashed without a string.
struct Word: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// A word longer than every keyword becomes the empty word.
    init(_ text: Bytes, _ start: Int, _ end: Int) {
        guard end - start <= 16 else { return }
        var index = end
        while index > start {
            index -= 1
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(text.buffer[index])
        }
    }

    init(_ word: String) {
        var word = word
        self = word.withUTF8 { Word(Bytes(buffer: $0), 0, $0.count) }
    }

    /// The slot of the word in a table.
    fileprivate var slot: Int {
        Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }

    fileprivate var isEmpty: Bool { low == 0 }
}
