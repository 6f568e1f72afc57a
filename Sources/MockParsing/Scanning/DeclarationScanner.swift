internal import MockModel

/// Reduces the text of a file to the declarations that mocks can depend on.
///
/// Protocols are a small part of real code, and the parser is thorough: most of the time it builds trees of function
/// bodies that nobody looks at. The scanner walks over the file once, by the lexer's rules but without tokens for what
/// it skips, and leaves
///
/// - of a file: imports, typealiases, types and extensions;
/// - of structs, enums, actors, final classes and extensions: the head, and the types within;
/// - of protocols: everything;
/// - of other classes: everything but the bodies of functions, accessors and closures;
/// - `#if`, `#else` and `#endif` wherever they stand between declarations.
///
///     import A                        import A
///     struct S: P {                   struct S: P {
///         let x = a /b/ { "}" }       #x
///         protocol Q { var y: Int }       protocol Q { var y: Int }
///     }                               }
///
/// What is left goes to the parser in one piece. Every byte of it stood in the file, but for placeholders: `#x` where
/// declarations were, so that a comment on the line of one does not turn into a comment of the next, and `0` where a
/// getter's body or a closure was, so that a getter stays one.
///
/// Invariants: the brackets and `#if`s of what was cut are balanced; a cut begins and ends at the end of a token, so
/// that comments stay with the declaration they precede. Where the scanner is not certain it throws, and the file is
/// parsed whole. Errors in what is cut are the compiler's to report, not ours.
struct DeclarationScanner {
    var lexer: LexicalScanner
    var reduced: ReducedText
    /// The blocks that the scanner is in; the file itself is not among them.
    var blocks: [Block] = []
    /// For each open `#if` the number of blocks around it.
    var conditionals: [Int] = []
    var previous = Predecessor.boundary
    var previousEnd = 0
    /// Where the token ended that stands before the attributes and modifiers just passed.
    var prefixStart: Int?
    /// The block that the next brace opens; set within the head of a type.
    var head: Block?
    /// A function's brace opens its body; of any other it is to be seen.
    var isInFunction = false
    /// `final` stands before the declaration.
    var isFinal = false
    /// How far the declaration can be seen, if that stands before it.
    var access: AccessLevel?
    /// Something was found that a mock can depend on.
    var concernsMocks = false
    /// The types that are not within others and hold under all conditions.
    var names: [TypeName] = []
    /// What is known of the initializers of the type that the next brace opens, or that the scanner is in. Types within
    /// others are not looked at.
    var initializer: PlainInitializer?
    var memberPrefix = PlainInitializer.Prefix()

    enum Block {
        /// Nothing is cut: a protocol.
        case whole
        /// Bodies are cut: a class.
        case members
        /// All but types is cut.
        case types
    }

    /// What the last token means for the next one.
    enum Predecessor {
        /// A declaration can begin.
        case boundary
        /// The next word is a name, whatever it is.
        case introducer, period
        /// The next word is part of what was begun.
        case separator
        /// Parentheses belong to it: `private(set)`, `@available(…)`.
        case prefix
    }

    private init(_ text: Bytes) {
        lexer = LexicalScanner(text)
        reduced = ReducedText(text)
    }

    /// What is left of a text; `nil` when it declares nothing that a mock can depend on but names.
    static func reduce(_ text: Bytes) throws(Uncertainty) -> (reduced: ReducedText?, names: [TypeName]) {
        var scanner = DeclarationScanner(text)
        scanner.reduced.cut(from: 0)
        while try scanner.step() {}
        return (scanner.concernsMocks ? scanner.reduced : nil, scanner.names)
    }

    private mutating func step() throws(Uncertainty) -> Bool {
        let token = try lexer.next()
        switch token.kind {
        case .word: try readWord(token)
        case .at: try readAttribute()
        case .openingBrace: try readBrace()
        case .closingBrace: try leaveBlock(token)
        case .opening: try readParentheses(token)
        case .directive(let directive): try readDirective(directive)
        case .closing: throw .unbalanced
        case .end:
            try finish(token)
            return false
        case .semicolon:
            guard head == nil else { throw .unusualDeclaration }
            follow(.boundary)
        case .period: follow(.period)
        case .comma, .colon: follow(.separator)
        case .operator:
            // `~Copyable` changes how parameters of the type are passed.
            if head != nil, lexer.text[token.start] == UInt8(ascii: "~") { concernsMocks = true }
            follow(lexer.text.endsOperand(at: token.end) ? .boundary : .separator)
        case .pound:
            initializer?.doubt()
            follow(.boundary)
        case .escapedName, .literal: follow(.boundary)
        }
        previousEnd = lexer.offset
        return true
    }

    /// A token that neither begins nor ends anything; attributes before it belonged to something else.
    mutating func follow(_ kind: Predecessor) {
        previous = kind
        prefixStart = nil
    }

    // MARK: Kept and cut

    /// In classes members count; elsewhere only types do.
    var keepsMembers: Bool { blocks.last == .members }

    /// Keeps the declaration that a keyword introduces, with its attributes and the comments before them.
    mutating func keepDeclaration(_ keyword: Token) {
        let start = prefixStart ?? previousEnd
        resume(at: start)
        prefixStart = nil
        // The text before the keyword is all that an annotation can be in.
        if !concernsMocks, lexer.text.contains("ockable", from: start, to: keyword.start) { concernsMocks = true }
    }

    /// A semicolon separates the placeholder, too, from what follows on its line.
    mutating func resume(at offset: Int) {
        let isSeparated = lexer.text[offset - 1] == UInt8(ascii: ";")
        reduced.resume(at: offset, substitute: isSeparated ? "\n#x;" : "\n#x")
    }

    mutating func cutUnlessMembersCount(from offset: Int) {
        if !keepsMembers { reduced.cut(from: offset) }
    }

    // MARK: Blocks

    /// A brace opens a type whose head was read, or something that is passed as a whole.
    private mutating func readBrace() throws(Uncertainty) {
        defer { follow(.boundary) }
        guard let block = head else { return try passBody() }
        head = nil
        isInFunction = false
        if blocks.isEmpty { endHead() }
        switch block {
        case .whole:
            try lexer.skip(to: UInt8(ascii: "}"))
            cutUnlessMembersCount(from: lexer.offset)
        case .members, .types:
            blocks.append(block)
            cutUnlessMembersCount(from: lexer.offset)
        }
    }

    private mutating func leaveBlock(_ token: Token) throws(Uncertainty) {
        guard !blocks.isEmpty, head == nil, conditionals.last != blocks.count else { throw .unbalanced }
        reduced.resume(at: previousEnd, substitute: "")
        blocks.removeLast()
        if blocks.isEmpty { noteInitializer() }
        isInFunction = false
        cutUnlessMembersCount(from: token.end)
        follow(.boundary)
    }

    private mutating func finish(_ token: Token) throws(Uncertainty) {
        guard blocks.isEmpty, conditionals.isEmpty, head == nil else { throw .unbalanced }
        reduced.finish(at: token.end)
    }

    private mutating func readParentheses(_ token: Token) throws(Uncertainty) {
        try lexer.skip(behind: token)
        if previous != .prefix { follow(.boundary) }
    }

    // MARK: Conditions

    /// `#if` and its relatives are kept to the end of the line, between declarations.
    private mutating func readDirective(_ directive: ConditionalDirective) throws(Uncertainty) {
        guard head == nil, prefixStart == nil else { throw .unusualDeclaration }
        initializer?.doubt()
        switch directive {
        case .if:
            resume(at: previousEnd)
            conditionals.append(blocks.count)
        case .else:
            guard conditionals.last == blocks.count else { throw .unbalanced }
            reduced.resume(at: previousEnd, substitute: "")
        case .endif:
            guard conditionals.popLast() == blocks.count else { throw .unbalanced }
            reduced.resume(at: previousEnd, substitute: "")
        }
        try passLine()
        cutUnlessMembersCount(from: lexer.offset)
        follow(.boundary)
    }

    private mutating func passLine() throws(Uncertainty) {
        while true {
            let rest = lexer
            let token = try lexer.next()
            if token.startsLine || token.kind == .end || token.kind == .closingBrace {
                lexer = rest
                return
            }
            if token.kind == .openingBrace || token.kind == .closing { throw .unusualDeclaration }
            if token.kind == .opening { try lexer.skip(behind: token) }
        }
    }
}
