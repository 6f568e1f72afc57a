/// A table of the bytes that matter to the scanner: its loops spend nearly all their time on these lookups.
///
/// A class, because scanners are copied for lookahead and the table must not be.
final class ByteKinds: Sendable {
    static let table = ByteKinds()

    /// True for a byte that does not affect how the text after it is scanned.
    private let isIndifferent: InlineArray<256, Bool>
    /// True for an ASCII letter, digit, underscore or dollar sign.
    private let isWord: InlineArray<256, Bool>

    private init() {
        var indifferent = InlineArray<256, Bool>(repeating: true)
        for byte in "{}()[]\"'`/#<>".utf8 { indifferent[Int(byte)] = false }
        // The first byte of curly quotes in UTF-8.
        indifferent[0xE2] = false
        isIndifferent = indifferent
        isWord = InlineArray { $0 < 0x80 && UInt8($0).isWord }
    }

    /// The offset of the first byte from `offset` on that is not indifferent, or the end.
    func endOfIndifferentBytes(in text: Bytes, from offset: Int) -> Int {
        guard let bytes = text.buffer.baseAddress else { return offset }
        let count = text.count
        var index = offset
        // Offsets cannot overflow; checking that would be a third of the work.
        while index <= count &- 8 {
            if !isIndifferent[Int(bytes[index])] { return index }
            if !isIndifferent[Int(bytes[index &+ 1])] { return index &+ 1 }
            if !isIndifferent[Int(bytes[index &+ 2])] { return index &+ 2 }
            if !isIndifferent[Int(bytes[index &+ 3])] { return index &+ 3 }
            if !isIndifferent[Int(bytes[index &+ 4])] { return index &+ 4 }
            if !isIndifferent[Int(bytes[index &+ 5])] { return index &+ 5 }
            if !isIndifferent[Int(bytes[index &+ 6])] { return index &+ 6 }
            if !isIndifferent[Int(bytes[index &+ 7])] { return index &+ 7 }
            index = index &+ 8
        }
        while index < count, isIndifferent[Int(bytes[index])] { index += 1 }
        return index
    }

    /// The offset of the first byte from `offset` on that does not belong to an ASCII word.
    func endOfWord(in text: Bytes, from offset: Int) -> Int {
        let buffer = text.buffer
        var index = offset
        while index < buffer.count, isWord[Int(buffer[index])] { index += 1 }
        return index
    }
}
