import MockModel

/// The lengths of a text's lines, which tell whether a position is inside the text.
struct Lines {
    private var lengths = [0]

    init(_ bytes: [UInt8]) {
        var last: UInt8 = 0
        for byte in bytes {
            // A carriage return and a line feed end one line together.
            if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && last != UInt8(ascii: "\r")) {
                lengths.append(0)
            } else if byte != UInt8(ascii: "\n") {
                // The decoder replaces a damaged byte by a character of three bytes.
                lengths[lengths.count - 1] += byte < 0x80 ? 1 : 3
            }
            last = byte
        }
    }

    func contain(_ position: SourcePosition) -> Bool {
        // The end of the text may count as a line of its own.
        if position == SourcePosition(line: lengths.count + 1, column: 1) { return true }
        guard position.line >= 1, position.column >= 1, position.line <= lengths.count else { return false }
        return position.column <= lengths[position.line - 1] + 1
    }
}
