internal import MockModel

// Attributes, and annotations in comments.
extension PlainReader {
    /// The syntax that an attribute belongs to. It decides whether parentheses after it are its arguments.
    enum AttributeContext {
        case declaration, parameter, type
    }

    /// Reads an attribute as one line: `@available(iOS 13, *)`.
    mutating func readAttribute(of context: AttributeContext) throws(Uncertainty) -> String {
        let beginning = tokens
        try tokens.advance()
        guard token.kind == .word, !token.followsSpace else { throw .notPlain }
        let kind = AttributeKind(tokens.text, token)
        try tokens.advance()
        while token.kind == .period {
            guard kind == .custom else { throw .notPlain }
            try passPeriod()
            _ = try passName()
        }
        guard token.kind != .less else { throw .notPlain }
        switch kind {
        case .unusual: throw .notPlain
        case .bare where context == .type: break
        case .available, .isolated: try readAttributeArguments(kind)
        case .bare, .selector, .custom:
            if token.kind == .openingParenthesis, !(context == .type && token.followsSpace) {
                try readAttributeArguments(kind)
            }
        }
        if context == .parameter, tokens.previous.kind == .closingParenthesis { throw .notPlain }
        return try normalizedText(from: beginning)
    }

    private enum AttributeKind {
        /// Has no arguments; a function type in parentheses may follow.
        case bare
        case available, isolated, selector, custom
        /// Has arguments with a grammar of their own.
        case unusual

        init(_ text: Bytes, _ name: PlainToken) {
            self =
                switch name.word {
                case .name: Self.table[text, name.start, name.end] ?? .custom
                case .specifier where name.end - name.start == 8 && text.isWord("isolated", at: name.start): .isolated
                default: .unusual
                }
        }

        private static let table = WordTable<AttributeKind>(
            [("available", .available), ("objc", .selector)]
                + words(.bare, "Sendable autoclosure escaping noescape preconcurrency retroactive unchecked")
                + words(
                    .unusual,
                    """
                    abi attached _backDeploy backDeployed derivative differentiable _documentation _effects \
                    freestanding _implements _noMetadata noDerivative specialized _specialize _spi_available transpose
                    """),
            filler: AttributeKind.unusual)

        private static func words(_ kind: AttributeKind, _ list: String) -> [(String, AttributeKind)] {
            list.split(separator: " ").map { (String($0), kind) }
        }
    }

    // MARK: Arguments

    private mutating func readAttributeArguments(_ kind: AttributeKind) throws(Uncertainty) {
        guard token.kind == .openingParenthesis, !token.followsSpace else { throw .notPlain }
        switch kind {
        case .available: try readAvailability()
        case .isolated:
            try tokens.advance()
            guard token.kind == .word, token.word == .any else { throw .notPlain }
            try tokens.advance()
            try pass(.closingParenthesis)
        case .selector: try readSelector()
        case .custom: try passValues()
        case .bare, .unusual: throw .notPlain
        }
    }

    /// Reads `(name)` or `(first:second:)`.
    private mutating func readSelector() throws(Uncertainty) {
        try tokens.advance()
        _ = try passName()
        if try passIf(.closingParenthesis) { return }
        try pass(.colon)
        while token.kind != .closingParenthesis {
            _ = try passName()
            try pass(.colon)
        }
        try tokens.advance()
    }

    /// Reads `(iOS 13.0, macOS 10.15, *)` or `(*, deprecated, message: "…")`.
    private mutating func readAvailability() throws(Uncertainty) {
        repeat {
            try tokens.advance()
            if try passIf(.asterisk) { continue }
            guard token.kind == .word, token.word == .name else { throw .notPlain }
            let name = tokens.string
            try tokens.advance()
            switch name {
            case "unavailable", "noasync": break
            case "deprecated" where token.kind != .colon: break
            case "message", "renamed":
                try pass(.colon)
                guard !tokens.string.utf8.contains(.backslash) else { throw .notPlain }
                try pass(.string)
            case "introduced", "deprecated", "obsoleted":
                try pass(.colon)
                try passVersion()
            default: if token.kind != .comma { try passVersion() }
            }
        } while token.kind == .comma
        try pass(.closingParenthesis)
    }

    private mutating func passVersion() throws(Uncertainty) {
        guard token.kind == .integer || token.kind == .decimal || token.kind == .version else { throw .notPlain }
        try tokens.advance()
    }

    // MARK: Text

    /// The tokens from `beginning` to the last one passed, without comments and with each run of white space as one
    /// space.
    private func normalizedText(from beginning: PlainTokens) throws(Uncertainty) -> String {
        let end = tokens.previous.end
        if hasSingleSpaces(from: beginning.token.start, to: end) {
            return tokens.string(beginning.token.start, end)
        }
        var ahead = beginning
        var text = ""
        while ahead.token.start < end {
            guard ahead.token.kind != .lines else { throw .notPlain }
            if !text.isEmpty, ahead.token.followsSpace { text += " " }
            text += ahead.string
            try ahead.advance()
        }
        return text
    }

    private func hasSingleSpaces(from start: Int, to end: Int) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in tokens.text.buffer[start..<end] {
            if byte < UInt8(ascii: " ") || byte == .slash { return false }
            if byte == UInt8(ascii: " "), previous == byte { return false }
            previous = byte
        }
        return true
    }

    // MARK: Comments

    /// The annotation in the comments before a declaration's keyword.
    mutating func annotation(_ prefix: Prefix, keyword: Int) throws(Uncertainty) -> MockAnnotation? {
        try comments(prefix, keyword: keyword).flatMap { builder.annotation(in: $0) }
    }

    /// Returns the comments above a declaration; `nil` if they cannot contain an annotation.
    func comments(_ prefix: Prefix, keyword: Int) throws(Uncertainty) -> CommentLines? {
        // Most comments contain none.
        guard AnnotationSpelling.mayContainAnnotation(tokens.text, from: prefix.space, to: keyword) else { return nil }
        return try allComments(prefix, keyword: keyword)
    }

    /// Returns the annotations in the comments above a member. Those in other places are left to the parser's tree.
    func annotationsOfMember(_ prefix: Prefix) throws(Uncertainty) -> [String] {
        // Most members have no comment.
        guard tokens.endOfComment > prefix.space else { return [] }
        let text = tokens.text
        let end = text.endOfLine(from: tokens.previous.end)
        if tokens.endOfComment > prefix.start, text.contains("sourcery:", from: prefix.start, to: end) {
            throw .notPlain
        }
        guard text.contains("sourcery:", from: prefix.space, to: prefix.start) else { return [] }
        return AnnotationReader.lines(try allComments(prefix, keyword: prefix.start))
    }

    /// Returns the annotations of a type that templates see.
    func annotations(_ prefix: Prefix, keyword: Int) throws(Uncertainty) -> [String: TemplateValue] {
        guard builder.readsAnnotations, tokens.text.contains("sourcery:", from: prefix.space, to: keyword)
        else { return [:] }
        return builder.annotations(in: try allComments(prefix, keyword: keyword))
    }

    private func allComments(_ prefix: Prefix, keyword: Int) throws(Uncertainty) -> CommentLines {
        var comments = CommentLines()
        var ahead = PlainTokens(tokens.text, from: prefix.space)
        repeat {
            let space = ahead.token.end
            try ahead.advance()
            comments.beginSpace(mayTrail: space > 0 && tokens.text[space - 1] != UInt8(ascii: "{"))
            try addComments(to: &comments, from: space, to: ahead.token.start)
        } while ahead.token.start < keyword
        return comments
    }

    private func addComments(to comments: inout CommentLines, from start: Int, to end: Int) throws(Uncertainty) {
        let text = tokens.text
        var offset = start
        while offset < end {
            let first = offset
            switch text[offset] {
            case .carriageReturn, .newline:
                offset += text.hasPrefix("\r\n", at: offset) ? 2 : 1
                comments.endLine()
            case .slash:
                offset =
                    text[offset + 1] == .slash
                    ? text.endOfLine(from: offset) : try text.endOfBlockComment(from: offset)
                comments.add(Bytes(buffer: UnsafeBufferPointer(rebasing: text.buffer[first..<offset])), at: first)
            default: offset += 1
            }
        }
    }
}
