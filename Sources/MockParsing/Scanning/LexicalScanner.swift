/// Scans Swift text by the lexer's rules, without creating tokens for text that is skipped.
///
/// It has two speeds. `skip(to:)` runs to the end of a bracket and stops only at bytes that can affect the text after
/// them: brackets, quotes, slashes, pounds. `next()` returns the tokens of declarations. Both share the rules for
/// comments, strings and regular expressions, which are in extensions.
///
/// Where the rules leave a choice open, it throws an `Uncertainty`; it never guesses.
struct LexicalScanner {
    let text: Bytes
    var offset = 0
    /// The closing brackets that `skip(to:)` waits for, innermost last. `#` means an `#endif`.
    var closers: [UInt8] = []
    var interpolationDepth = 0
    /// The contents of interpolations in the passed strings, outermost only; `nil` if they are not needed.
    var interpolations: [Range<Int>]?
    /// True if a comment in skipped text asks for a mock: it stands above nothing that is read.
    private(set) var hasSkippedAnnotation = false
    let kinds = ByteKinds.table

    init(_ text: Bytes) {
        self.text = text
        if text.hasPrefix("#!", at: 0) { offset = text.endOfLine(from: 0) }
    }

    // MARK: Skipping

    /// Moves past the bracket that closes the one just passed.
    mutating func skip(to closer: UInt8) throws(Uncertainty) {
        let outer = closers.count
        closers.append(closer)
        while closers.count > outer {
            offset = kinds.endOfIndifferentBytes(in: text, from: offset)
            guard offset < text.count else { throw .unbalanced }
            try step(text.buffer[offset])
        }
    }

    private mutating func step(_ byte: UInt8) throws(Uncertainty) {
        switch byte {
        case UInt8(ascii: "{"): open(UInt8(ascii: "}"))
        case UInt8(ascii: "("): open(UInt8(ascii: ")"))
        case UInt8(ascii: "["): open(UInt8(ascii: "]"))
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): try close(byte)
        case .quote: try skipString(pounds: 0)
        case .slash: try skipSlash()
        case .pound: try skipPound()
        case .backtick: try skipBackticks()
        default: try passUnusual(byte)
        }
    }

    /// Passes a comment that begins with two slashes.
    mutating func skipLineComment() {
        let space = offset + (text[offset + 2] == .slash ? 3 : 2)
        if text[space + 1] == UInt8(ascii: "@"), text.hasPrefix("mockable", at: space + 2) {
            hasSkippedAnnotation = true
        }
        offset = text.endOfLine(from: space)
    }

    private mutating func open(_ closer: UInt8) {
        closers.append(closer)
        offset += 1
    }

    private mutating func close(_ closer: UInt8) throws(Uncertainty) {
        guard closers.last == closer else { throw .unbalanced }
        closers.removeLast()
        offset += 1
    }

    /// Passes raw strings, extended regular expressions, `#if` directives and macros.
    private mutating func skipPound() throws(Uncertainty) {
        let start = offset
        if try skipPoundLiteral() { return }
        switch ConditionalDirective(at: start, in: text) {
        case .if: closers.append(.pound)
        case .else: guard closers.last == .pound else { throw .unbalanced }
        case .endif: try close(.pound)
        case nil: break
        }
    }

    /// Passes a raw string or a regular expression with pounds. Returns false, behind the pounds, if they begin
    /// something else.
    mutating func skipPoundLiteral() throws(Uncertainty) -> Bool {
        var end = offset
        while text[end] == .pound { end += 1 }
        switch text[end] {
        case .quote:
            let pounds = end - offset
            offset = end
            try skipString(pounds: pounds)
            return true
        case .slash:
            try skipExtendedRegex(pounds: end - offset)
            return true
        default:
            offset = end
            return false
        }
    }

    /// Passes bytes that are rare, so a second check does not matter.
    mutating func passUnusual(_ byte: UInt8) throws(Uncertainty) {
        switch byte {
        case UInt8(ascii: "'"): throw .unusualCharacter
        case UInt8(ascii: "<") where text[offset + 1] == .pound || text.hasPrefix("<<<<<<<", at: offset):
            throw .placeholder
        case UInt8(ascii: ">") where text.hasPrefix(">>>>", at: offset): throw .placeholder
        case 0xE2 where text[offset + 1] == 0x80 && (0x9C...0x9D).contains(text[offset + 2]): throw .unusualCharacter
        default: offset += 1
        }
    }

    /// Passes an escaped name or a raw identifier.
    mutating func skipBackticks() throws(Uncertainty) {
        var end = offset + 1
        while end < text.count, text[end] != .backtick {
            guard text[end] != .newline, text[end] != .carriageReturn else { throw .unbalanced }
            end += 1
        }
        guard end < text.count, end > offset + 1 else { throw .unbalanced }
        offset = end + 1
    }
}

/// `#if` and the directives that belong to it.
enum ConditionalDirective {
    case `if`, `else`, endif

    init?(at offset: Int, in text: Bytes) {
        guard text[offset + 1] == UInt8(ascii: "i") || text[offset + 1] == UInt8(ascii: "e") else { return nil }
        for (word, directive) in Self.words where text.hasPrefix(word, at: offset) {
            guard !text[offset + word.utf8CodeUnitCount].isWord else { continue }
            self = directive
            return
        }
        return nil
    }

    private static let words: [(StaticString, ConditionalDirective)] = [
        ("#if", .if), ("#else", .else), ("#elseif", .else), ("#endif", .endif),
    ]
}
