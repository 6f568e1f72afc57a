/// Returns the tokens of plain declarations one by one.
///
/// It supports only tokens whose beginning and end are certain, and throws at all others: operators whose meaning
/// depends on the space around them, unusual escapes in strings, non-ASCII letters in names.
struct PlainTokens {
    let text: Bytes
    private let kinds = ByteKinds.table
    private(set) var token = PlainToken()
    private(set) var previous = PlainToken()
    /// The number of passed tokens, with each operator character counted separately; see `ShapeCheck`.
    private(set) var passed = 0
    /// The end of the last comment before the current token, however far away; 0 if there was none.
    private(set) var endOfComment = 0

    /// - Parameter start: the end of a token.
    init(_ text: Bytes, from start: Int = 0) {
        self.text = text
        token.end = start
    }

    /// Moves to the next token.
    mutating func advance() throws(Uncertainty) {
        passed += token.kind == .word || token.kind == .lines ? 1 : token.end - token.start
        previous = token
        token = try next(behind: token.end)
        token.kind = try readKind()
    }

    /// Moves to the next token, which may be the name of an operator function.
    mutating func advanceToFunctionName() throws(Uncertainty) {
        passed += 1
        previous = token
        token = try next(behind: token.end)
        token.kind = text[token.start].isOperator ? try readOperatorName() : try readKind()
    }

    /// Returns the next token without moving to it.
    func peek() throws(Uncertainty) -> PlainToken {
        var ahead = self
        try ahead.advance()
        return ahead.token
    }

    /// Moves past text that other rules have read, to the token after it.
    mutating func resume(at offset: Int) throws(Uncertainty) {
        token.end = offset
        try advance()
    }

    /// Extends the current token by one byte, or by several.
    mutating func extend(by count: Int = 1) { token.end += count }

    /// The current token as written.
    var string: String { string(token.start, token.end) }

    func string(_ start: Int, _ end: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text.buffer[start..<end]), as: UTF8.self)
    }

    // MARK: Space

    /// Returns a token that begins after space and comments.
    private mutating func next(behind end: Int) throws(Uncertainty) -> PlainToken {
        var next = PlainToken()
        next.startsLine = end == 0
        var offset = end
        loop: while offset < text.count {
            switch text.buffer[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
            case .newline, .carriageReturn:
                next.startsLine = true
                offset += 1
            case .slash where text[offset + 1] == .slash:
                offset = text.endOfLine(from: offset)
                endOfComment = offset
            case .slash where text[offset + 1] == .asterisk:
                let start = offset
                offset = try text.endOfBlockComment(from: start)
                endOfComment = offset
                if text.hasLineEnd(from: start, to: offset) { next.startsLine = true }
            default: break loop
            }
        }
        next.followsSpace = offset > end
        next.start = offset
        next.end = offset
        return next
    }

    // MARK: Kinds

    private mutating func readKind() throws(Uncertainty) -> PlainToken.Kind {
        guard token.start < text.count else { return .end }
        let byte = text.buffer[token.start]
        if byte.isPlainLetter { return try readWord() }
        token.end = token.start + 1
        switch byte {
        case UInt8(ascii: "{"): return .openingBrace
        case UInt8(ascii: "}"): return .closingBrace
        case UInt8(ascii: "("): return .openingParenthesis
        case UInt8(ascii: ")"): return .closingParenthesis
        case UInt8(ascii: "["): return .openingBracket
        case UInt8(ascii: "]"): return .closingBracket
        case UInt8(ascii: ","): return .comma
        case UInt8(ascii: ";"): return .semicolon
        case UInt8(ascii: "@"): return .at
        case UInt8(ascii: ":"): return try require(text[token.end] != byte, .colon)
        case UInt8(ascii: "."): return try readPeriod()
        case .backtick: return try readEscapedName()
        case .quote: return try readString()
        case .pound: return try readPound()
        case _ where byte.isDigit: return try readNumber()
        default: return try readOperator(byte)
        }
    }

    func require(
        _ isCertain: Bool, _ kind: PlainToken.Kind
    ) throws(Uncertainty) -> PlainToken.Kind {
        guard isCertain else { throw .notPlain }
        return kind
    }

    private mutating func readWord() throws(Uncertainty) -> PlainToken.Kind {
        let end = kinds.endOfWord(in: text, from: token.start)
        guard text[end] < 0x80 else { throw .notPlain }
        token.end = end
        if end == token.start + 1, text[token.start] == UInt8(ascii: "_") { return .wildcard }
        token.word = PlainWord(text, token.start, end)
        if token.word == .name, hasDollar { throw .notPlain }
        return .word
    }

    private var hasDollar: Bool {
        for index in token.start..<token.end where text.buffer[index] == UInt8(ascii: "$") { return true }
        return false
    }

    private mutating func readEscapedName() throws(Uncertainty) -> PlainToken.Kind {
        guard text[token.end].isPlainLetter else { throw .notPlain }
        while text[token.end].isPlainLetter || text[token.end].isDigit { token.end += 1 }
        guard text[token.end] == .backtick else { throw .notPlain }
        token.end += 1
        return .escapedName
    }

    private mutating func readPeriod() throws(Uncertainty) -> PlainToken.Kind {
        guard text[token.end] == UInt8(ascii: ".") else {
            return try require(text[token.end].isPlainLetter || text[token.end] == .backtick, .period)
        }
        token.end += 2
        let isAlone = !text[token.end].isOperator && text[token.end] != UInt8(ascii: ".")
        return try require(text[token.end - 1] == UInt8(ascii: ".") && isAlone && !token.followsSpace, .ellipsis)
    }

    /// Reads a decimal number or a version.
    private mutating func readNumber() throws(Uncertainty) -> PlainToken.Kind {
        var periods = 0
        while true {
            while text[token.end].isDigit { token.end += 1 }
            guard text[token.end] == UInt8(ascii: "."), text[token.end + 1].isDigit else { break }
            periods += 1
            token.end += 1
        }
        guard !text[token.end].isWord, text[token.end] != UInt8(ascii: ".") else { throw .notPlain }
        return periods == 0 ? .integer : periods == 1 ? .decimal : .version
    }

    private mutating func readPound() throws(Uncertainty) -> PlainToken.Kind {
        while text[token.end].isWord { token.end += 1 }
        switch PoundWord(text, token.start + 1, token.end) {
        case .placeholder: return .placeholder
        case .if: return .if
        case .elseif: return .elseif
        case .else: return .else
        case .endif: return .endif
        case .literal: return .magicLiteral
        case nil: throw .notPlain
        }
    }
}

/// The words after `#`.
private enum PoundWord {
    case placeholder, `if`, elseif, `else`, endif, literal

    init?(_ text: Bytes, _ start: Int, _ end: Int) {
        guard let found = Self.table[text, start, end] else { return nil }
        self = found
    }

    private static let table = WordTable<PoundWord>(
        [
            ("x", .placeholder), ("if", .if), ("elseif", .elseif), ("else", .else), ("endif", .endif),
            ("file", .literal), ("fileID", .literal), ("filePath", .literal), ("line", .literal), ("column", .literal),
            ("function", .literal),
        ], filler: .literal)
}

extension UInt8 {
    /// True for an ASCII letter or an underscore.
    var isPlainLetter: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_")
    }
}
