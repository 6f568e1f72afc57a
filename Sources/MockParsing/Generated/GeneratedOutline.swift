internal import MockModel

/// A text divided into its types and their members, by brackets and line ends alone.
///
/// It has no rule for most of what a text may hold, and throws at it: then the parser reads the whole text. A member that
/// is Swift by itself, and begins where another one cannot go on, is Swift between others, too. One that is not need not
/// be an error, as it may end in the next line.
struct GeneratedOutline {
    struct Member {
        var range: Range<Int>
        /// The keyword of the type around it.
        var container: Range<Int>
        var shape: ContentHash
    }

    /// The text without the members of its types.
    private(set) var rest: [UInt8] = []
    private(set) var members: [Member] = []
    private let text: Bytes
    private var lexer: LexicalScanner
    /// The keyword of the type that the present declaration outside of types may be.
    private var container: Range<Int>?
    /// True if the present declaration is none of a type.
    private var isOther = false

    private init(_ text: Bytes) {
        self.text = text
        lexer = LexicalScanner(text)
    }

    static func read(_ text: Bytes) throws(Uncertainty) -> GeneratedOutline {
        var outline = GeneratedOutline(text)
        try outline.read()
        return outline
    }

    // MARK: Outside of types

    private mutating func read() throws(Uncertainty) {
        var start = 0
        while true {
            let token = try lexer.next()
            switch token.kind {
            case .end:
                rest += text.buffer[start..<text.count]
                return
            case .word: noteWord(token)
            case .opening: try lexer.skip(behind: token)
            case .openingBrace:
                guard let keyword = container, !isOther else { throw .notPlain }
                rest += text.buffer[start..<token.end]
                start = try readMembers(of: keyword)
                container = nil
            case .closing, .closingBrace: throw .unbalanced
            case .directive:
                container = nil
                isOther = false
            default: break
            }
        }
    }

    private mutating func noteWord(_ token: Token) {
        guard let keyword = Keyword(text, token.start, token.end) else { return }
        if token.startsLine {
            container = nil
            isOther = false
        }
        switch keyword {
        case .class, .struct, .actor, .extension:
            if container == nil { container = token.start..<token.end }
        case .modifier, .accessor: break
        default: isOther = true
        }
    }

    // MARK: Inside of types

    /// Reads up to the brace that closes the type; returns its offset.
    private mutating func readMembers(of keyword: Range<Int>) throws(Uncertainty) -> Int {
        var member = MemberShape(text, container: keyword)
        var closers: [UInt8] = []
        while true {
            let token = try lexer.next()
            if closers.isEmpty {
                if token.kind == .closingBrace {
                    finish(&member, keyword)
                    return token.start
                }
                if case .directive = token.kind { throw .notPlain }
                if token.startsLine, member.canEnd(before: token) { finish(&member, keyword) }
                member.noteOutermost(token)
            }
            switch token.kind {
            case .end: throw .unbalanced
            case .opening:
                closers.append(text[token.start] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]"))
            case .openingBrace: closers.append(UInt8(ascii: "}"))
            case .closing, .closingBrace:
                guard closers.popLast() == text[token.start] else { throw .unbalanced }
            default: break
            }
            member.add(token)
            if member.awaitsType, let end = TypeSpan.end(in: lexer, of: text, member) {
                let start = try lexer.peek().start
                member.addType(start..<end)
                lexer.offset = end
            }
        }
    }

    private mutating func finish(_ member: inout MemberShape, _ keyword: Range<Int>) {
        guard let range = member.range else { return }
        members.append(Member(range: range, container: keyword, shape: member.hash))
        member = MemberShape(text, container: keyword)
    }
}
