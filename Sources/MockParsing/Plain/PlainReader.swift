internal import MockModel

/// Reads ordinary declarations from the bytes of a reduced text, without a syntax tree.
///
/// Nearly all declarations that mocks depend on have one of a few forms, and building a tree costs many times what is
/// read from it. This reader supports only those forms. It throws at everything that it is not certain about: an
/// unusual token, a form without a rule, any error. Then the parser reads the text instead, and also reports errors.
///
/// Invariant: its result equals what `DeclarationReader` reads from the parser's tree of the same text, and that tree
/// has no errors. The reader may therefore be stricter than the language, and is so wherever that simplifies a rule.
struct PlainReader {
    var tokens: PlainTokens
    var builder: SourceBuilder
    /// The number of brackets around the current type or value; see `nested`.
    var nesting = 0
    /// The number of passed tokens that are certainly not pending, in the sense of `ShapeCheck`.
    private var notPendingCount = 0
    private var depth = 0

    /// A block of declarations.
    struct Block {
        enum Kind {
            case file
            /// A block in which only nested types are read.
            case types
            case `class`, `protocol`
        }

        var kind: Kind
        /// The index of the type whose members are read.
        var type = 0
        /// The number of conditions around the whole block.
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

    /// Reads the declarations up to the end of their block. On one line they are separated by semicolons.
    mutating func readItems(_ block: Block) throws(Uncertainty) {
        guard depth < Self.maximumDepth else { throw .tooDeep }
        depth += 1
        defer { depth -= 1 }
        let pendingOutside = pending
        defer { resetPending(to: pendingOutside) }
        var isSeparated = true
        while true {
            switch token.kind {
            case .end, .closingBrace, .elseif, .else, .endif: return
            case .if:
                try readConditional(block)
                isSeparated = false
            default:
                guard isSeparated || token.startsLine else { throw .notPlain }
                if certainlyBeginsStatement { resetPending(to: pendingOutside) }
                try readItem(block)
                guard pending < Self.maximumPendingTokens else { throw .tooDeep }
                isSeparated = token.kind == .semicolon
                if isSeparated { try tokens.advance() }
            }
        }
    }

    private static let maximumDepth = 16

    // MARK: Bounds

    /// The number of tokens that `ShapeCheck` may count as pending. Text that it refuses must not be read here either.
    var pending: Int { tokens.passed - notPendingCount }
    private static let maximumPendingTokens = ShapeCheck.maximumPendingTokens - 64

    mutating func resetPending(to count: Int) { notPendingCount = tokens.passed - count }

    /// True if `ShapeCheck` certainly counts nothing before the current token as pending; false if in doubt.
    private var certainlyBeginsStatement: Bool {
        guard token.startsLine else { return false }
        let previous = tokens.previous
        if token.kind == .at { return previous.kind == .closingBrace }
        guard token.kind == .word, token.word != .nonisolated, token.word != .ownership else { return false }
        switch previous.kind {
        case .closingParenthesis, .closingBracket, .closingBrace, .question, .exclamation, .greater, .placeholder:
            return true
        // A capital letter: the words after which a statement continues have none.
        case .word: return tokens.text[previous.start] <= UInt8(ascii: "Z")
        default: return false
        }
    }

    /// Reads the contents of brackets. Types and values nested more deeply than in practice are left to the parser.
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

    /// Passes a required token.
    mutating func pass(_ kind: PlainToken.Kind) throws(Uncertainty) {
        guard token.kind == kind else { throw .notPlain }
        try tokens.advance()
    }

    /// Passes a token if present.
    mutating func passIf(_ kind: PlainToken.Kind) throws(Uncertainty) -> Bool {
        guard token.kind == kind else { return false }
        try tokens.advance()
        return true
    }

    /// Passes a comma if present. `ShapeCheck` no longer counts the tokens before it as pending.
    mutating func passComma(pendingBefore: Int) throws(Uncertainty) -> Bool {
        guard try passIf(.comma) else { return false }
        resetPending(to: pendingBefore)
        return true
    }

    /// Passes a name; returns it as written.
    mutating func passName(isPlain: Bool = true) throws(Uncertainty) -> String {
        guard isPlain ? token.isPlainName : token.isName else { throw .notPlain }
        let name = tokens.string
        try tokens.advance()
        return name
    }
}
