// Strings whose end, and whose freedom from errors, are evident.
extension PlainTokens {
    /// Reads the kind of a string, whose first quote was passed.
    mutating func readString() throws(Uncertainty) -> PlainToken.Kind {
        guard text[token.end] == .quote, text[token.end + 1] == .quote else { return try readLine() }
        extend(by: 2)
        return try readLines()
    }

    private mutating func readLine() throws(Uncertainty) -> PlainToken.Kind {
        while text[token.end] != .quote {
            guard text[token.end] >= UInt8(ascii: " "), text[token.end] != 0x7F else { throw .notPlain }
            if text[token.end] == .backslash { try passEscape() } else { extend() }
        }
        extend()
        return try require(text[token.end] != .quote, .string)
    }

    /// Passes `\n` and the like, or an interpolated name: `\(Name.self)`.
    private mutating func passEscape() throws(Uncertainty) {
        extend()
        switch text[token.end] {
        case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "0"), .quote, .backslash: extend()
        case UInt8(ascii: "("):
            extend()
            let start = token.end
            while text[token.end].isPlainLetter { extend() }
            guard token.end > start, PlainWord(text, start, token.end) == .name else { throw .notPlain }
            while text[token.end] == UInt8(ascii: "."), text[token.end + 1].isPlainLetter {
                extend(by: 2)
                while text[token.end].isPlainLetter { extend() }
            }
            guard text[token.end] == UInt8(ascii: ")") else { throw .notPlain }
            extend()
        default: throw .notPlain
        }
    }

    /// Reads the lines of a string without escapes. Each must begin with the space before the closing quotes.
    private mutating func readLines() throws(Uncertainty) -> PlainToken.Kind {
        guard text[token.end] == .newline else { throw .notPlain }
        let start = token.end + 1
        while !text.hasPrefix("\"\"\"", at: token.end) {
            let byte = text[token.end]
            guard byte >= UInt8(ascii: " ") || byte == .newline || byte == UInt8(ascii: "\t"), byte != .backslash,
                byte != 0x7F
            else { throw .notPlain }
            extend()
        }
        var margin = token.end
        while text[margin - 1] == UInt8(ascii: " ") { margin -= 1 }
        guard text[margin - 1] == .newline else { throw .notPlain }
        let width = token.end - margin
        var line = start
        while line < margin {
            let end = text.endOfLine(from: line)
            let isIndented = end == line || (line..<line + width).allSatisfy { text[$0] == UInt8(ascii: " ") }
            guard isIndented else { throw .notPlain }
            line = end + 1
        }
        extend(by: 3)
        return try require(text[token.end] != .quote, .lines)
    }
}
