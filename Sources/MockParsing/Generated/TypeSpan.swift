/// Finds the end of a type in the head of a declaration, for types that the grammar allows wherever a name is a type.
///
/// Members of different types then have one shape. It knows the plain forms only: what it does not know stays as it is.
struct TypeSpan {
    private static let deepest = 16

    private let shape: MemberShape
    private let text: Bytes
    private var lexer: LexicalScanner
    private var token: Token
    /// The end of the token before.
    private var end: Int

    /// Returns the offset behind the type that the scanner stands before; `nil` if there is none, or if it may go on.
    static func end(in lexer: LexicalScanner, of text: Bytes, _ shape: MemberShape) -> Int? {
        var lexer = lexer
        guard let token = try? lexer.next() else { return nil }
        var span = TypeSpan(shape: shape, text: text, lexer: lexer, token: token, end: token.start)
        guard (try? span.passType(depth: 0)) != nil, span.isComplete else { return nil }
        return span.end
    }

    /// True if no part of a type can follow.
    private var isComplete: Bool {
        switch token.kind {
        case .comma, .closing: true
        case .openingBrace: !token.startsLine
        case .closingBrace: true
        case .word, .at: token.startsLine && shape.canEnd(before: token)
        case .operator: isOperator("=")
        default: false
        }
    }

    private func isOperator(_ name: StaticString) -> Bool {
        token.kind == .operator && token.end - token.start == name.utf8CodeUnitCount
            && text.hasPrefix(name, at: token.start)
    }

    private var isGlued: Bool { token.start == end }

    private mutating func pass() throws(Uncertainty) {
        end = token.end
        token = try lexer.next()
        if token.startsLine, !isComplete { throw .notPlain }
    }

    private mutating func pass(_ kind: Token.Kind, _ bracket: UInt8) throws(Uncertainty) {
        guard token.kind == kind, text[token.start] == bracket, !token.startsLine else { throw .notPlain }
        try pass()
    }

    // MARK: Types

    private mutating func passType(depth: Int) throws(Uncertainty) {
        guard depth < Self.deepest, !token.startsLine else { throw .notPlain }
        switch token.kind {
        case .word:
            try passName()
            try passArguments(depth: depth)
        case .opening where text[token.start] == UInt8(ascii: "["):
            try pass()
            try passType(depth: depth + 1)
            if token.kind == .colon {
                try pass()
                try passType(depth: depth + 1)
            }
            try pass(.closing, UInt8(ascii: "]"))
        case .opening:
            if try passParentheses(depth: depth) { return }
        default: throw .notPlain
        }
        try passMarks()
    }

    private mutating func passName() throws(Uncertainty) {
        guard token.kind == .word, shape.isName(token) else { throw .notPlain }
        try pass()
        while token.kind == .period, isGlued {
            try pass()
            guard token.kind == .word, isGlued, shape.isName(token) else { throw .notPlain }
            try pass()
        }
    }

    /// Passes `<A, B>`, with the marks of an optional if they are a part of the operator.
    private mutating func passArguments(depth: Int) throws(Uncertainty) {
        guard isOperator("<"), isGlued else { return }
        repeat {
            try pass()
            try passType(depth: depth + 1)
        } while token.kind == .comma
        guard token.kind == .operator, isGlued, text[token.start] == UInt8(ascii: ">"),
            text.buffer[(token.start + 1)..<token.end].allSatisfy({ $0 == UInt8(ascii: "?") })
        else { throw .notPlain }
        try pass()
    }

    /// Passes a tuple or a function type; returns true for a function.
    private mutating func passParentheses(depth: Int) throws(Uncertainty) -> Bool {
        try pass()
        var (elements, labels) = (0, 0)
        while token.kind != .closing {
            if elements > 0 { try pass(.comma, UInt8(ascii: ",")) }
            if try passElement(depth: depth) { labels += 1 }
            elements += 1
        }
        try pass(.closing, UInt8(ascii: ")"))
        let hasEffects = try passEffects()
        guard isOperator("->") else {
            guard !hasEffects, labels == 0 || elements > 1 else { throw .notPlain }
            return false
        }
        guard labels == 0 else { throw .notPlain }
        try pass()
        try passType(depth: depth + 1)
        return true
    }

    /// Passes an element of a tuple; returns true if it has a label.
    private mutating func passElement(depth: Int) throws(Uncertainty) -> Bool {
        var isLabelled = false
        if token.kind == .word, shape.isName(token), try lexer.peek().kind == .colon {
            isLabelled = true
            try pass()
            try pass()
        }
        // The attribute of a closure's own closures.
        if token.kind == .at, text.isWord("escaping", at: token.end) {
            try pass()
            try pass()
            guard !isGlued else { throw .notPlain }
        }
        try passType(depth: depth + 1)
        return isLabelled
    }

    private mutating func passEffects() throws(Uncertainty) -> Bool {
        var hasEffects = false
        for effect in ["async", "throws"] as [StaticString] {
            guard token.kind == .word, !token.startsLine, text.isWord(effect, at: token.start) else { continue }
            hasEffects = true
            try pass()
        }
        return hasEffects
    }

    private mutating func passMarks() throws(Uncertainty) {
        while token.kind == .operator, isGlued,
            text.buffer[token.start..<token.end].allSatisfy({ $0 == UInt8(ascii: "?") })
        {
            try pass()
        }
    }
}
