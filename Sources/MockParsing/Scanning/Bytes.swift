/// The bytes of a text with the questions that the scanner asks about them.
///
/// Reading behind the end gives zero, which is nobody's first byte.
struct Bytes {
    let buffer: UnsafeBufferPointer<UInt8>

    var count: Int { buffer.count }

    subscript(offset: Int) -> UInt8 {
        @inline(__always) get { offset >= 0 && offset < buffer.count ? buffer[offset] : 0 }
    }

    func hasPrefix(_ prefix: StaticString, at offset: Int) -> Bool {
        guard buffer.count - offset >= prefix.utf8CodeUnitCount else { return false }
        return prefix.withUTF8Buffer { $0.elementsEqual(buffer[offset..<offset + $0.count]) }
    }

    /// Whether exactly this word stands at an offset that begins one.
    func isWord(_ word: StaticString, at offset: Int) -> Bool {
        hasPrefix(word, at: offset) && !self[offset + word.utf8CodeUnitCount].isWord
    }

    func contains(_ word: StaticString, from start: Int, to end: Int) -> Bool {
        var index = start
        while index + word.utf8CodeUnitCount <= end {
            if buffer[index] == word.utf8Start.pointee, hasPrefix(word, at: index) { return true }
            index += 1
        }
        return false
    }

    /// The first offset from `offset` on that holds one of two bytes, or the end.
    func firstOffset(of first: UInt8, or second: UInt8, from offset: Int) -> Int {
        var index = offset
        while index < buffer.count, buffer[index] != first, buffer[index] != second { index += 1 }
        return index
    }

    func endOfLine(from offset: Int) -> Int { firstOffset(of: .newline, or: .carriageReturn, from: offset) }

    /// The end of the comment that begins at `offset`. Block comments nest.
    func endOfBlockComment(from offset: Int) throws(Uncertainty) -> Int {
        var depth = 1
        var index = offset + 2
        while depth > 0 {
            index = firstOffset(of: .asterisk, or: .slash, from: index)
            guard index < count else { throw .unbalanced }
            if self[index] == .asterisk, self[index + 1] == .slash {
                depth -= 1
                index += 2
            } else if self[index] == .slash, self[index + 1] == .asterisk {
                depth += 1
                index += 2
            } else {
                index += 1
            }
        }
        return index
    }

    func hasLineEnd(from start: Int, to end: Int) -> Bool {
        buffer[start..<end].contains { $0 == .newline || $0 == .carriageReturn }
    }

    /// `Int?`, `Int!` and `Set<Int>` can be followed by a declaration, `a +` and `->` cannot.
    func endsOperand(at end: Int) -> Bool {
        switch self[end - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "!"): true
        case UInt8(ascii: ">"): self[end - 2] != UInt8(ascii: "-")
        default: false
        }
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let pound = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let asterisk = UInt8(ascii: "*")
    static let backslash = UInt8(ascii: "\\")
    static let backtick = UInt8(ascii: "`")

    /// Letters, digits, underscore, dollar and all that is not ASCII: operators outside ASCII stand where words could
    /// and mean nothing to the scanner.
    var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isOperator: Bool {
        switch self {
        case .slash, .asterisk, UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
            UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"),
            UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"):
            true
        default: false
        }
    }
}
