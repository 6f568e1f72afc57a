/// What bytes mean to the scanner, by table: nearly all of its time goes into loops that ask for nothing else.
///
/// A class, because scanners are copied to look ahead and the table must not be.
final class ByteKinds: Sendable {
    static let table = ByteKinds()

    /// Whether a byte changes nothing about how the text behind it is to be read.
    private let isIndifferent: InlineArray<256, Bool>
    /// Whether a byte is a letter, a digit, an underscore or a dollar of ASCII.
    private let isWord: InlineArray<256, Bool>

    private init() {
        var indifferent = InlineArray<256, Bool>(repeating: true)
        for byte in "{}()[]\"'`/#<>".utf8 { indifferent[Int(byte)] = false }
        // The first byte of curly quotes.
        indifferent[0xE2] = false
        isIndifferent = indifferent
        isWord = InlineArray { $0 < 0x80 && UInt8($0).isWord }
    }

    /// The first offset from `offset` on whose byte is not indifferent, or the end.
    func endOfIndifferentBytes(in text: Bytes, from offset: Int) -> Int {
        let buffer = text.buffer
        var index = offset
        while index + 4 <= buffer.count {
            guard isIndifferent[Int(buffer[index])] else { return index }
            guard isIndifferent[Int(buffer[index + 1])] else { return index + 1 }
            guard isIndifferent[Int(buffer[index + 2])] else { return index + 2 }
            guard isIndifferent[Int(buffer[index + 3])] else { return index + 3 }
            index += 4
        }
        while index < buffer.count, isIndifferent[Int(buffer[index])] { index += 1 }
        return index
    }

    /// The first offset from `offset` on that holds no byte of a word of ASCII.
    func endOfWord(in text: Bytes, from offset: Int) -> Int {
        let buffer = text.buffer
        var index = offset
        while index < buffer.count, isWord[Int(buffer[index])] { index += 1 }
        return index
    }
}
