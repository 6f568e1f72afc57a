/// A token of a declaration. The caller decides which brackets to enter and which to skip.
struct Token {
    enum Kind: Equatable {
        case word
        /// A name in backticks.
        case escapedName
        /// A number, a string or a regular expression.
        case literal
        /// `(` or `[`
        case opening
        /// `)` or `]`
        case closing
        case openingBrace, closingBrace
        case period, comma, colon, semicolon, at
        case `operator`
        case directive(ConditionalDirective)
        /// The `#` of a macro.
        case pound
        case end
    }

    var kind: Kind
    var start: Int
    var end: Int
    /// True if only space and comments precede it on its line.
    var startsLine: Bool
}

extension LexicalScanner {
    /// Returns the next token. The scanner is then behind it, that is, inside a bracket that it opens.
    mutating func next() throws(Uncertainty) -> Token {
        let startsLine = try skipSpace()
        let start = offset
        let kind = try kindOfToken()
        return Token(kind: kind, start: start, end: offset, startsLine: startsLine)
    }

    /// Returns the next token without passing it.
    func peek() throws(Uncertainty) -> Token {
        var ahead = self
        return try ahead.next()
    }

    /// Moves past the bracket that closes an opening one just passed.
    mutating func skip(behind opening: Token) throws(Uncertainty) {
        try skip(to: text[opening.start] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]"))
    }

    /// Passes space and comments; returns true if a line ended.
    private mutating func skipSpace() throws(Uncertainty) -> Bool {
        var startsLine = offset == 0
        while offset < text.count {
            switch text.buffer[offset] {
            case .newline, .carriageReturn:
                startsLine = true
                offset += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: offset += 1
            case .slash where text[offset + 1] == .slash: offset = text.endOfLine(from: offset)
            case .slash where text[offset + 1] == .asterisk:
                let start = offset
                try skipBlockComment()
                startsLine = startsLine || text.hasLineEnd(from: start, to: offset)
            default: return startsLine
            }
        }
        return startsLine
    }

    private mutating func kindOfToken() throws(Uncertainty) -> Token.Kind {
        guard offset < text.count else { return .end }
        let byte = text.buffer[offset]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): return pass(.opening)
        case UInt8(ascii: ")"), UInt8(ascii: "]"): return pass(.closing)
        case UInt8(ascii: "{"): return pass(.openingBrace)
        case UInt8(ascii: "}"): return pass(.closingBrace)
        case UInt8(ascii: ","): return pass(.comma)
        case UInt8(ascii: ":"): return pass(.colon)
        case UInt8(ascii: ";"): return pass(.semicolon)
        case UInt8(ascii: "@"): return pass(.at)
        case UInt8(ascii: "."): return passPeriod()
        case .backslash: return pass(.operator)
        case .backtick:
            try skipBackticks()
            return .escapedName
        case .quote:
            try skipString(pounds: 0)
            return .literal
        case .pound: return try passPound()
        case .slash:
            let start = offset
            try skipSlash()
            return text[offset - 1] == .slash && offset - start > 2 ? .literal : .operator
        case _ where byte.isOperator: return try passOperator(byte)
        case _ where byte.isWord: return try passWord(byte)
        default: throw .unusualCharacter
        }
    }

    private mutating func pass(_ kind: Token.Kind) -> Token.Kind {
        offset += 1
        return kind
    }

    /// Passes a period. Only an operator that begins with a period may contain others.
    private mutating func passPeriod() -> Token.Kind {
        guard text[offset + 1] == UInt8(ascii: ".") else { return pass(.period) }
        while text[offset] == UInt8(ascii: ".") || text[offset].isOperator {
            if text[offset] == .slash { break }
            offset += 1
        }
        return .operator
    }

    private mutating func passPound() throws(Uncertainty) -> Token.Kind {
        let start = offset
        if try skipPoundLiteral() { return .literal }
        guard let directive = ConditionalDirective(at: start, in: text) else { return .pound }
        while text[offset].isWord { offset += 1 }
        return .directive(directive)
    }

    private mutating func passOperator(_ byte: UInt8) throws(Uncertainty) -> Token.Kind {
        try passUnusual(byte)
        while text[offset].isOperator {
            // A comment ends the operator, and a regular expression may begin inside it.
            if text[offset] == .slash {
                if text[offset + 1] != .slash, text[offset + 1] != .asterisk { try skipSlash() }
                break
            }
            offset += 1
        }
        return .operator
    }

    private mutating func passWord(_ byte: UInt8) throws(Uncertainty) -> Token.Kind {
        offset = kinds.endOfWord(in: text, from: offset)
        while text[offset] >= 0x80 {
            if isUnusualLetter { throw .unusualCharacter }
            offset = kinds.endOfWord(in: text, from: offset + 1)
        }
        return byte.isDigit ? .literal : .word
    }

    /// True for no-break space, curly quotes and the byte order mark, which are not letters.
    private var isUnusualLetter: Bool {
        switch (text[offset], text[offset + 1], text[offset + 2]) {
        case (0xC2, 0xA0, _), (0xE2, 0x80, _), (0xEF, 0xBB, 0xBF): true
        default: false
        }
    }
}
