/// The bytes of a text, with the queries of the scanner.
///
/// Reading past the end returns zero, which begins no token.
struct Bytes {
    let buffer: UnsafeBufferPointer<UInt8>

    var count: Int { buffer.count }

    subscript(offset: Int) -> UInt8 {
        @inline(__always) get { offset >= 0 && offset < buffer.count ? buffer[offset] : 0 }
    }

    func hasPrefix(_ prefix: StaticString, at offset: Int) -> Bool {
        guard buffer.count - offset >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where prefix.utf8Start[index] != buffer[offset + index] {
            return false
        }
        return true
    }

    /// True if exactly this word begins at the offset.
    func isWord(_ word: StaticString, at offset: Int) -> Bool {
        hasPrefix(word, at: offset) && !self[offset + word.utf8CodeUnitCount].isWord
    }

    func contains(_ word: StaticString, from start: Int, to end: Int) -> Bool {
        let first = word.utf8Start.pointee
        var index = start
        while index + word.utf8CodeUnitCount <= end {
            index = firstOffset(of: first, or: first, from: index)
            if index + word.utf8CodeUnitCount <= end, hasPrefix(word, at: index) { return true }
            index += 1
        }
        return false
    }

    /// The offset of the first of two bytes, from `offset` on, or the end.
    func firstOffset(of first: UInt8, or second: UInt8, from offset: Int) -> Int {
        var index = offset
        // Compares eight bytes at a time.
        let (eightOfFirst, eightOfSecond) = (UInt64(first) &* Self.ones, UInt64(second) &* Self.ones)
        let raw = UnsafeRawBufferPointer(buffer)
        while index + 8 <= raw.count {
            let eight = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = Self.zeroBytes(of: eight ^ eightOfFirst) | Self.zeroBytes(of: eight ^ eightOfSecond)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < buffer.count, buffer[index] != first, buffer[index] != second { index += 1 }
        return index
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Sets the highest bit of each zero byte. After the first one, bits may be set falsely.
    private static func zeroBytes(of eight: UInt64) -> UInt64 { (eight &- ones) & ~eight & (ones &* 0x80) }

    /// Returns the number of line feeds in a range and the offset behind the last one; `nil` if there is a carriage
    /// return.
    func lineFeeds(from start: Int, to end: Int) -> (count: Int, end: Int)? {
        let raw = UnsafeRawBufferPointer(buffer)
        var (count, last, index) = (0, start, start)
        while index + 8 <= end {
            let eight = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            guard Self.zeroBytes(of: eight ^ (UInt64(UInt8.carriageReturn) &* Self.ones)) == 0 else { return nil }
            // Unlike `zeroBytes`, this sets no bit falsely.
            let different = eight ^ (UInt64(UInt8.newline) &* Self.ones)
            let low = Self.ones &* 0x7F
            let found = ~((different & low) &+ low | different | low)
            count += found.nonzeroBitCount
            if found != 0 { last = index + 8 - found.leadingZeroBitCount / 8 }
            index += 8
        }
        while index < end {
            if raw[index] == .carriageReturn { return nil }
            if raw[index] == .newline { (count, last) = (count + 1, index + 1) }
            index += 1
        }
        return (count, last)
    }

    /// True if the text is UTF-8, known or checked.
    var isValidUTF8: Bool {
        let raw = UnsafeRawBufferPointer(buffer)
        var index = 0
        while index + 8 <= raw.count, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & Self.ones &* 0x80 == 0
        {
            index += 8
        }
        while index < raw.count, raw[index] < 0x80 { index += 1 }
        return index == raw.count || String(validating: raw[index...], as: UTF8.self) != nil
    }

    func endOfLine(from offset: Int) -> Int { firstOffset(of: .newline, or: .carriageReturn, from: offset) }

    /// Returns the end of the block comment that begins at `offset`. Block comments nest.
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

    /// True behind a brace or a semicolon, where a declaration can begin on the same line.
    func endsItem(at end: Int) -> Bool {
        switch self[end - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): true
        default: false
        }
    }

    /// True after `Int?`, `Int!` and `Set<Int>`, where a declaration can follow; false after `a +` and `->`.
    func endsOperand(at end: Int) -> Bool {
        switch self[end - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "!"): true
        case UInt8(ascii: ">"): self[end - 2] != UInt8(ascii: "-")
        default: false
        }
    }

    /// True for the operator of `1...`, which has no second operand, because there is space behind it only.
    func isPostfixOperator(from start: Int, to end: Int) -> Bool {
        switch self[end - 1] {
        case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: ">"): false
        default: self[start - 1] > .space && self[end] <= .space
        }
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let pound = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let asterisk = UInt8(ascii: "*")
    static let backslash = UInt8(ascii: "\\")
    static let backtick = UInt8(ascii: "`")

    /// True for letters, digits, underscore, dollar sign and all non-ASCII bytes. Non-ASCII operators occur where words
    /// could, and do not matter to the scanner.
    var isWord: Bool {
        @inline(__always) get {
            if (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 { return true }
            return self == UInt8(ascii: "_") || self >= 0x80 || self == UInt8(ascii: "$")
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
