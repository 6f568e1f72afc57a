internal import MockModel

/// Reduces the text of a file to the declarations that mocks can depend on.
///
/// Protocols are a small part of real code, and the parser spends most of its time on trees of function bodies that are
/// never read. The scanner passes over the file once, by the lexer's rules but without creating tokens for skipped
/// text, and keeps
///
/// - in files: imports, typealiases, types and extensions;
/// - in structs, enums, actors, final classes and extensions: the head, and nested types;
/// - in protocols: everything;
/// - in other classes: everything but the bodies of functions, accessors and closures;
/// - everywhere between declarations: `#if`, `#else` and `#endif`.
///
/// Another `Purpose` keeps less, or other members.
///
///     import A                        import A
///     struct S: P {                   struct S: P {
///         let x = a /b/ { "}" }       #x
///         protocol Q { var y: Int }       protocol Q { var y: Int }
///     }                               }
///
/// The parser gets the rest as one text. Every byte of it is from the file, except placeholders. `#x` replaces
/// declarations, so that a comment on the line of one does not become a comment of the next. `0` replaces a getter's
/// body or a closure, so that a getter remains one.
///
/// Invariants: the brackets and `#if`s of cut text are balanced. A cut begins and ends at the end of a token, so that
/// comments stay with the declaration they precede. If the scanner is not certain, it throws, and the whole file is
/// parsed. The compiler reports errors in cut text.
struct DeclarationScanner {
    var lexer: LexicalScanner
    var reduced: ReducedText
    /// The blocks around the current position, except the file itself.
    var blocks: [Block] = []
    /// The number of blocks around each open `#if`.
    var conditionals: [Int] = []
    var previous = Predecessor.boundary
    var previousEnd = 0
    /// The end of the token before the attributes and modifiers just passed.
    var prefixStart: Int?
    /// The block that the next brace opens; set within a type's head.
    var head: Block?
    /// True if the next brace opens a function's body; any other brace must be examined.
    var isInFunction = false
    /// True if `final` precedes the declaration.
    var isFinal = false
    /// True if `static` precedes the declaration, where that is needed.
    var isStatic = false
    /// The declaration's access level, if a modifier states one.
    var access: AccessLevel?
    /// True if the text contains something that is needed: a mock can depend on it, or it may hold values.
    var concernsMocks = false
    /// The top-level types that exist under all conditions.
    var names: [TypeName] = []
    /// The names of all types that are declared, at any depth, and of those that are extended.
    var typeNames = NameFilter()
    /// The initializers found in the type that the next brace opens, or that the scanner is in. Nested types are not
    /// examined.
    var initializer: PlainInitializer?
    var memberPrefix = PlainInitializer.Prefix()
    let usedNames: WordSet
    let purpose: Purpose

    /// The use of a reduced text.
    enum Purpose {
        /// The declarations that mocks can depend on.
        case declarations
        /// The names of types. One in a `#if` counts for its name alone: `Result.names` does not contain it.
        case names
        /// The named values of types, which are cases and static properties: all types are kept, and no functions.
        case values
    }

    enum Block {
        /// Nothing is cut: a protocol.
        case whole
        /// Bodies are cut: a class.
        case members
        /// Everything but types is cut, and values if these are needed.
        case types
    }

    /// The effect of the last token on the next one.
    enum Predecessor {
        /// A declaration can begin.
        case boundary
        /// The next word is a name in any case.
        case introducer, period
        /// The next word continues the current declaration.
        case separator
        /// Parentheses belong to the last token: `private(set)`, `@available(…)`.
        case prefix
    }

    private init(_ text: Bytes, _ usedNames: WordSet, _ purpose: Purpose) {
        self.usedNames = usedNames
        self.purpose = purpose
        concernsMocks = purpose == .values
        lexer = LexicalScanner(text)
        reduced = ReducedText(text)
    }

    /// The parts of a text that mocks depend on.
    struct Result {
        /// `nil` if the text declares nothing but names that a mock can depend on.
        var reduced: ReducedText?
        var names: [TypeName]
        var typeNames: NameFilter
        /// True if a comment in a body asks for a mock.
        var hasSkippedAnnotation: Bool
    }

    /// Reduces a text.
    static func reduce(
        _ text: Bytes, _ usedNames: WordSet = [], for purpose: Purpose = .declarations
    ) throws(Uncertainty) -> Result {
        var scanner = DeclarationScanner(text, usedNames, purpose)
        scanner.reduced.cut(from: 0)
        while try scanner.step() {}
        return Result(
            reduced: scanner.concernsMocks ? scanner.reduced : nil, names: scanner.names,
            typeNames: scanner.typeNames, hasSkippedAnnotation: scanner.lexer.hasSkippedAnnotation)
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
            // `~Copyable` affects how parameters of the type are passed.
            if head != nil, lexer.text[token.start] == UInt8(ascii: "~") { concernsMocks = true }
            let isEnd =
                lexer.text.endsOperand(at: token.end) || lexer.text.isPostfixOperator(from: token.start, to: token.end)
            // `prefix operator +++` needs no operand.
            follow(isEnd || previous == .introducer ? .boundary : .separator)
        case .pound:
            initializer?.markUncertain()
            follow(.boundary)
        case .escapedName, .literal: follow(.boundary)
        }
        previousEnd = lexer.offset
        return true
    }

    /// Passes a token that neither begins nor ends a declaration; attributes before it belonged to something else.
    mutating func follow(_ kind: Predecessor) {
        previous = kind
        prefixStart = nil
    }

    // MARK: Kept and cut

    /// True in classes, where members are kept; elsewhere only types are, and values.
    var keepsMembers: Bool { blocks.last == .members }

    /// True in a case or a static property that is kept for its name.
    var keepsValue: Bool { purpose == .values && !blocks.isEmpty && !reduced.isCutting }

    /// Keeps the declaration that a keyword introduces, with its attributes and the comments before them.
    mutating func keepDeclaration(_ keyword: Token) {
        let start = prefixStart ?? previousEnd
        resume(at: start)
        prefixStart = nil
        // An annotation can only be in the text before the keyword.
        if !concernsMocks, lexer.text.contains("ockable", from: start, to: keyword.start) { concernsMocks = true }
    }

    /// Resumes copying. A semicolon before the declaration also separates the placeholder from it.
    mutating func resume(at offset: Int) {
        let isSeparated = lexer.text[offset - 1] == UInt8(ascii: ";")
        reduced.resume(at: offset, substitute: isSeparated ? "\n#x;" : "\n#x")
    }

    mutating func cutUnlessMembersCount(from offset: Int) {
        if !keepsMembers { reduced.cut(from: offset) }
    }

    // MARK: Blocks

    /// Reads a brace, which opens a type whose head was read, or a body that is passed as a whole.
    private mutating func readBrace() throws(Uncertainty) {
        defer { follow(.boundary) }
        guard let block = head else { return try passBody() }
        head = nil
        isInFunction = false
        if blocks.isEmpty { endHead() }
        switch block {
        case .whole:
            if purpose == .values { try cutBody(substitute: "") } else { try lexer.skip(to: UInt8(ascii: "}")) }
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

    /// Reads `#if`, `#else` or `#endif`, which is kept to the end of the line if it is between declarations.
    private mutating func readDirective(_ directive: ConditionalDirective) throws(Uncertainty) {
        guard head == nil, prefixStart == nil else { throw .unusualDeclaration }
        initializer?.markUncertain()
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
        // The condition belongs to an expression: it chooses one of its ends.
        if try lexer.peek().kind == .period { throw .unusualDeclaration }
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
