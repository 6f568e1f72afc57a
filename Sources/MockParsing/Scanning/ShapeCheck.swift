/// Finds text that would overflow or stall the parser, before the parser sees it.
///
/// A recursive-descent parser goes at most one call deeper per token, and returns at the end of an argument, a
/// statement or a bracket. So the number of *pending* tokens bounds the depth of its stack: those since the last comma,
/// semicolon or statement at the current level of brackets and at every level around it. This one number covers every
/// shape that overflows the stack (`A<A<A<…`, `() -> () -> …`, `try try …`, `A.B.B…`, `else if` chains, brackets, `#if`
/// in `#if`) and every mixture of them. Nested `[` where a type can stand are exponential instead of deep, and have
/// their own bound.
///
/// Both bounds are far above what people and code generators write, and far below what a thread with 64 MiB of stack
/// can bear, also in debug builds. So no accepted text can crash or stall the parser, and it needs neither a process of
/// its own nor a quarantine.
struct ShapeCheck {
    /// People write a few dozen. The stages after the parser also walk and release types of this depth, on ordinary
    /// stacks.
    static let maximumPendingTokens = 1024
    /// Ten levels take the parser some milliseconds, and each further one doubles them.
    static let maximumSquareBrackets = 10
    /// At each nested `#if`, the parser looks ahead through everything that it encloses.
    static let maximumConditions = 64
    /// The condition of each `#if` branch repeats those of all branches before it.
    static let maximumBranches = 64
    /// At each attribute of a declaration, the parser looks ahead through all that follow.
    static let maximumAttributes = 256

    private var lexer: LexicalScanner
    /// The pending tokens of each open bracket and `#if`, and of the file.
    private var levels = [Level(opening: 0)]
    private var pending = 0
    private var squareBrackets = 0
    private var conditions = 0
    /// The number of branches of the `#if` with the most.
    private var branches = 0
    /// The number of attributes of the declaration with the most.
    private var attributes = 0
    private var previous = Token.Kind.semicolon
    private var previousStart = 0
    private var previousEnd = 0
    private var previousWord = Word("")
    private var rescannedBytes = 0

    private struct Level {
        var opening: UInt8
        var tokens = 0
        var branches = 0
        /// The number of consecutive attributes before the next declaration.
        var attributes = 0
    }

    private init(_ text: Bytes) {
        lexer = LexicalScanner(text)
        lexer.interpolations = []
    }

    /// Returns the offset at which a text becomes too complex to parse; `nil` if it does not.
    static func offence(in text: Bytes) -> Int? {
        // A short text cannot contain enough tokens.
        guard text.count > maximumPendingTokens || mayNest(text) else { return nil }
        var check = ShapeCheck(text)
        return check.offence(before: text.count)
    }

    /// True if there are enough square brackets to need an exact check.
    private static func mayNest(_ text: Bytes) -> Bool {
        text.buffer.lazy.filter { $0 == UInt8(ascii: "[") }.prefix(maximumSquareBrackets + 1).count
            > maximumSquareBrackets
    }

    private mutating func offence(before end: Int) -> Int? {
        while lexer.offset < end {
            let start = lexer.offset
            do throws(Uncertainty) {
                let token = try lexer.next()
                count(token)
                if let inner = offenceInInterpolations() { return inner }
            } catch {
                if error == .tooDeep || exceedsRescanLimit(since: start) { return start }
                resume(behind: start)
            }
            if isTooComplex { return start }
        }
        return nil
    }

    private var isTooComplex: Bool {
        pending > Self.maximumPendingTokens || squareBrackets > Self.maximumSquareBrackets
            || conditions > Self.maximumConditions || branches > Self.maximumBranches
            || attributes > Self.maximumAttributes
    }

    /// Continues after an error of the lexer, as the parser does.
    private mutating func resume(behind offset: Int) {
        lexer = LexicalScanner(lexer.text)
        lexer.interpolations = []
        lexer.offset = offset + 1
        add()
    }

    /// Checks string interpolations, which are code, too.
    private mutating func offenceInInterpolations() -> Int? {
        guard let ranges = lexer.interpolations, !ranges.isEmpty else { return nil }
        let rest = lexer.offset
        defer {
            lexer.offset = rest
            lexer.interpolations = []
        }
        for range in ranges {
            lexer.offset = range.lowerBound
            lexer.interpolations = []
            if let found = offence(before: range.upperBound) { return found }
        }
        return nil
    }

    /// True if too much text was scanned twice. Text without an end is scanned again from its second byte on, which
    /// must not happen at every byte.
    private mutating func exceedsRescanLimit(since start: Int) -> Bool {
        rescannedBytes += lexer.offset - start
        return rescannedBytes > 8 * lexer.text.count
    }

    // MARK: Counting

    /// True if attributes end at the word; modifiers may occur between them.
    private func isDeclared(by word: Word) -> Bool {
        switch Keyword(word) {
        case nil, .modifier, .accessor: false
        default: true
        }
    }

    private mutating func count(_ token: Token) {
        switch token.kind {
        case .comma, .semicolon:
            endElement()
            levels[levels.count - 1].attributes = 0
        case .opening, .openingBrace: open(lexer.text[token.start])
        case .closing: close(lexer.text[token.start] == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "["))
        case .closingBrace: close(UInt8(ascii: "{"))
        case .directive(let directive): count(directive)
        case .word:
            let word = Word(lexer.text, token.start, token.end)
            if token.startsLine, beginsStatement(word) { endElement() }
            if isDeclared(by: word) { levels[levels.count - 1].attributes = 0 }
            add()
            previousWord = word
        case .at:
            if token.startsLine, isComplete || endsOperand { endElement() }
            levels[levels.count - 1].attributes += 1
            attributes = max(attributes, levels[levels.count - 1].attributes)
            add()
        case .pound:
            if token.startsLine, previous == .closingBrace { endElement() }
            add()
        // The parser reads the question marks of `Int??` one by one.
        case .operator: add(token.end - token.start)
        case .escapedName, .literal, .period, .colon, .end: add()
        }
        previous = token.kind
        previousStart = token.start
        previousEnd = token.end
    }

    private mutating func count(_ directive: ConditionalDirective) {
        switch directive {
        case .if:
            open(.pound)
            conditions += 1
        case .else:
            endElement()
            levels[levels.count - 1].branches += 1
            branches = max(branches, levels[levels.count - 1].branches)
        case .endif:
            close(.pound)
            conditions = max(0, conditions - 1)
        }
    }

    private mutating func add(_ tokens: Int = 1) {
        levels[levels.count - 1].tokens += tokens
        pending += tokens
    }

    private mutating func endElement() {
        pending -= levels[levels.count - 1].tokens
        levels[levels.count - 1].tokens = 0
    }

    private mutating func open(_ bracket: UInt8) {
        add()
        levels.append(Level(opening: bracket))
        if bracket == UInt8(ascii: "[") { squareBrackets += 1 }
    }

    /// Closes a bracket; one that closes nothing is an ordinary token.
    private mutating func close(_ bracket: UInt8) {
        guard levels.count > 1, levels[levels.count - 1].opening == bracket else { return add() }
        endElement()
        levels.removeLast()
        if bracket == UInt8(ascii: "[") { squareBrackets -= 1 }
    }

    /// True if a word at the start of a line begins a statement: not if the token before it requires a continuation.
    private func beginsStatement(_ word: Word) -> Bool {
        guard !Self.continuingWords.contains(word) else { return false }
        return isComplete || endsOperand && Keyword(word) != nil
    }

    /// True if the tokens before the current one can end a statement.
    private var isComplete: Bool {
        switch previous {
        case .word: !Self.waitingWords.contains(previousWord) && Keyword(previousWord) == nil
        case .escapedName, .literal, .closing, .closingBrace: true
        default: false
        }
    }

    /// True for the `?` of `var a: Int?`; false for that of `a ?`, after which a ternary continues.
    private var endsOperand: Bool {
        guard previous == .operator, lexer.text.endsOperand(at: previousEnd) else { return false }
        // After a space or a comment it is the ternary operator.
        let before = lexer.text[previousStart - 1]
        return lexer.text[previousEnd - 1] == UInt8(ascii: ">") || before > .space && before != .slash
    }

    /// Words that, at the start of a line, continue the previous line.
    private static let continuingWords = Set(
        ["else", "in", "is", "as", "where", "async", "throws", "rethrows", "catch"].map(Word.init))

    /// Words that require a continuation, even on the next line.
    private static let waitingWords = Set(
        [
            "some", "any", "each", "repeat", "try", "await", "unsafe", "consume", "copy", "discard", "inout",
            "borrowing", "consuming", "sending", "isolated", "nonisolated", "__owned", "__shared", "else", "if", "in",
            "is", "as", "where", "return", "throw", "switch", "while", "for", "guard", "do", "catch", "yield", "then",
        ].map(Word.init))
}
