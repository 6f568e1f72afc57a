internal import MockModel

/// Reads ordinary declarations from the bytes of a reduced text, without a syntax tree.
///
/// Nearly all declarations that mocks depend on are of a few forms, and the tree that the parser builds of them costs
/// many times what is read from it. This reader knows those forms and nothing else. It throws at whatever it is not
/// certain about: an unusual token, a form that it has no rule for, any mistake. Then the parser reads the text as if
/// there were no other way, and also says what is wrong.
///
/// Invariant: what it reads is what `DeclarationReader` reads from the parser's tree of the same text, and that tree has
/// no errors. So it may be stricter than the language, and is wherever that makes a rule simpler.
struct PlainReader {
    var tokens: PlainTokens
    var builder: SourceBuilder
    /// The brackets around the current type or value; see `nested`.
    var nesting = 0
    /// How many of the tokens passed are certainly not pending, in the sense of `ShapeCheck`.
    private var settled = 0
    private var depth = 0

    /// Where declarations stand.
    struct Block {
        enum Kind {
            case file
            /// Nothing but the types within counts.
            case types
            case `class`, `protocol`
        }

        var kind: Kind
        /// Whose members are read.
        var type = 0
        /// How many conditions are around the whole block.
        var outerConditions = 0
    }

    init(_ text: Bytes, _ builder: SourceBuilder) {
        tokens = PlainTokens(text)
        self.builder = builder
    }

    var token: PlainToken { tokens.token }

    /// Reads the whole text.
    mutating func read() throws(Uncertainty) {
        guard !tokens.text.hasPrefix("#!", at: 0) else { throw .notPlain }
        try tokens.advance()
        try readItems(Block(kind: .file))
        guard token.kind == .end else { throw .unbalanced }
    }

    // MARK: Blocks

    /// The declarations up to what ends their block. Those on one line are separated by semicolons.
    mutating func readItems(_ block: Block) throws(Uncertainty) {
        guard depth < Self.maximumDepth else { throw .tooDeep }
        depth += 1
        defer { depth -= 1 }
        let pendingOutside = pending
        defer { settle(toPending: pendingOutside) }
        var isSeparated = true
        while true {
            switch token.kind {
            case .end, .closingBrace, .elseif, .else, .endif: return
            case .if:
                try readConditional(block)
                isSeparated = false
            default:
                guard isSeparated || token.startsLine else { throw .notPlain }
                if certainlyBeginsStatement { settle(toPending: pendingOutside) }
                try readItem(block)
                guard pending < Self.maximumPendingTokens else { throw .tooDeep }
                isSeparated = token.kind == .semicolon
                if isSeparated { try tokens.advance() }
            }
        }
    }

    private static let maximumDepth = 16

    // MARK: Bounds

    /// What `ShapeCheck` refuses must not be read here either: the tokens that it may take for pending.
    var pending: Int { tokens.passed - settled }
    private static let maximumPendingTokens = ShapeCheck.maximumPendingTokens - 64

    mutating func settle(toPending count: Int) { settled = tokens.passed - count }

    /// Whether nothing before the current token is pending any more to `ShapeCheck`; `false` if in doubt.
    private var certainlyBeginsStatement: Bool {
        guard token.startsLine else { return false }
        let previous = tokens.previous
        if token.kind == .at { return previous.kind == .closingBrace }
        guard token.kind == .word, token.word != .nonisolated, token.word != .ownership else { return false }
        switch previous.kind {
        case .closingParenthesis, .closingBracket, .closingBrace, .question, .exclamation, .greater, .placeholder:
            return true
        // A capital letter: the words that wait for more have none.
        case .word: return tokens.text[previous.start] <= UInt8(ascii: "Z")
        default: return false
        }
    }

    /// Reads what is in brackets; types and values of more levels than people write are left to the parser.
    mutating func nested<Result>(
        _ read: (inout PlainReader) throws(Uncertainty) -> Result
    ) throws(Uncertainty) -> Result {
        guard nesting < Self.maximumNesting else { throw .tooDeep }
        nesting += 1
        defer { nesting -= 1 }
        return try read(&self)
    }

    private static let maximumNesting = 9

    // MARK: Tokens

    /// Moves behind a token that has to be there.
    mutating func pass(_ kind: PlainToken.Kind) throws(Uncertainty) {
        guard token.kind == kind else { throw .notPlain }
        try tokens.advance()
    }

    /// Moves behind a token if it is there.
    mutating func passIf(_ kind: PlainToken.Kind) throws(Uncertainty) -> Bool {
        guard token.kind == kind else { return false }
        try tokens.advance()
        return true
    }

    /// Moves behind a comma if it is there. To `ShapeCheck` what stands before it is settled.
    mutating func passComma(pendingBefore: Int) throws(Uncertainty) -> Bool {
        guard try passIf(.comma) else { return false }
        settle(toPending: pendingBefore)
        return true
    }

    /// Moves behind a name; gives it as it is written.
    mutating func passName(isPlain: Bool = true) throws(Uncertainty) -> String {
        guard isPlain ? token.isPlainName : token.isName else { throw .notPlain }
        let name = tokens.string
        try tokens.advance()
        return name
    }
}
