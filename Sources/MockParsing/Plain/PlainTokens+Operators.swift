// Operators whose meaning does not depend on the space around them, or that have the usual space.
extension PlainTokens {
    /// Reads the kind of the current token, whose first byte was passed.
    mutating func readOperator(_ byte: UInt8) throws(Uncertainty) -> PlainToken.Kind {
        guard byte.isOperator else { throw .notPlain }
        switch byte {
        // Postfix signs are one token each.
        case UInt8(ascii: "?") where followsOperand: return .question
        case UInt8(ascii: "!") where followsOperand: return .exclamation
        case UInt8(ascii: ">"):
            // The lexer reads `>>?` as one operator, whose parts start a line if the whole does. Splitting other
            // operators that begin with `>` is not supported.
            guard !following.isOperator || !token.startsLine && isPartOfClosing(following) else { throw .notPlain }
            return .greater
        default: return try readStandaloneOperator(byte)
        }
    }

    private func isPartOfClosing(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!")
    }

    private mutating func readStandaloneOperator(_ byte: UInt8) throws(Uncertainty) -> PlainToken.Kind {
        let second = following
        if byte == UInt8(ascii: "-"), second == UInt8(ascii: ">") { return try readPair(.arrow) }
        if byte == UInt8(ascii: "="), second == byte { return try readPair(.doubleEqual) }
        guard !second.isOperator, second != UInt8(ascii: ".") else { throw .notPlain }
        switch byte {
        case UInt8(ascii: "<"): return .less
        case UInt8(ascii: "=") where hasSymmetricSpacing: return .equal
        case UInt8(ascii: "&") where hasSymmetricSpacing: return .ampersand
        case UInt8(ascii: "~") where beginsOperand && second.isPlainLetter: return .tilde
        case UInt8(ascii: "-") where beginsOperand && second.isDigit: return .minus
        case .asterisk where beginsOperand && (second == UInt8(ascii: ",") || second == UInt8(ascii: ")")):
            return .asterisk
        default: throw .notPlain
        }
    }

    private mutating func readPair(_ kind: PlainToken.Kind) throws(Uncertainty) -> PlainToken.Kind {
        extend()
        guard !following.isOperator else { throw .notPlain }
        return kind
    }

    /// Reads the name of an operator function, if it is one of the usual operators.
    mutating func readOperatorName() throws(Uncertainty) -> PlainToken.Kind {
        while following.isOperator { extend() }
        guard Self.operatorNames.contains(Word(text, token.start, token.end)),
            following == UInt8(ascii: " ") || following == UInt8(ascii: "(")
        else { throw .notPlain }
        return .operatorName
    }

    private static let operatorNames = Set(
        ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "+=", "-=", "*=", "&&", "||", "~=", "==="].map(Word.init))

    // MARK: Sides

    private var following: UInt8 { text[token.end] }
    private var before: UInt8 { text[token.start - 1] }

    /// True if the operator directly follows its operand.
    private var followsOperand: Bool {
        switch before {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "!"), .backtick:
            !token.followsSpace
        default: before.isWord
        }
    }

    private var hasSymmetricSpacing: Bool {
        before.isWhite ? following.isWhite : followsOperand && (following.isWord || following == .quote)
    }

    private var beginsOperand: Bool {
        before.isWhite || before == UInt8(ascii: "(") || before == UInt8(ascii: ",") || before == UInt8(ascii: ":")
    }
}

extension UInt8 {
    /// True for bytes that the lexer treats as space around an operator.
    fileprivate var isWhite: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .newline || self == .carriageReturn
    }
}
