internal import MockModel
internal import SwiftSyntax

/// The tokens of a member without its names, and without the types in its head: two members with one shape are both
/// Swift, or none is.
struct MemberShape {
    /// The number of bytes that most shapes fit into.
    private static let usualSize = 256

    private let text: Bytes
    private(set) var range: Range<Int>?
    private var bytes: [UInt8]
    private var isOnlyAttributes = false
    private var head = Head.before
    /// True if a type follows.
    private(set) var awaitsType = false
    private var isInAttribute = false

    /// The part of a member in which nothing but types stands behind colons and arrows.
    private enum Head {
        case before, inside, behind
    }

    /// - Parameter container: the keyword of the type, which decides about some members.
    init(_ text: Bytes, container: Range<Int>) {
        self.text = text
        bytes = Array(text.buffer[container])
        bytes.reserveCapacity(Self.usualSize)
    }

    var hash: ContentHash { ContentHash(bytes) }

    /// True if the member is complete in the line before: attributes are not, and some tokens begin no member.
    func canEnd(before token: Token) -> Bool {
        guard range != nil, !isOnlyAttributes else { return false }
        switch token.kind {
        case .at, .pound: return true
        case .word: return !Self.isContinuation(text, token)
        default: return false
        }
    }

    private static func isContinuation(_ text: Bytes, _ token: Token) -> Bool {
        for word in ["where", "throws", "rethrows", "async"] as [StaticString] {
            if text.isWord(word, at: token.start) { return true }
        }
        return false
    }

    /// Notes a token outside of all brackets of the member.
    mutating func noteOutermost(_ token: Token) {
        if range == nil {
            isOnlyAttributes = token.kind == .at
        } else if token.kind == .word, Keyword(text, token.start, token.end) != nil {
            isOnlyAttributes = false
        }
        if head == .before, token.kind == .word, isDeclarator(token) { head = .inside }
    }

    mutating func add(_ token: Token) {
        addGap(before: token)
        noteTypes(behind: token)
        switch token.kind {
        case .word where isName(token): bytes.append(3)
        case .literal where isPlainText(token): bytes.append(4)
        // One by one, because most tokens are a single byte.
        default: for offset in token.start..<token.end { bytes.append(text[offset]) }
        }
    }

    private func isDeclarator(_ token: Token) -> Bool {
        for word in ["func", "var", "let", "init", "subscript"] as [StaticString] {
            if text.isWord(word, at: token.start) { return true }
        }
        return false
    }

    /// Adds a type, whichever it is.
    mutating func addType(_ span: Range<Int>) {
        addGap(before: Token(kind: .word, start: span.lowerBound, end: span.upperBound, startsLine: false))
        awaitsType = false
        bytes.append(5)
    }

    /// The space between tokens decides about operators and calls.
    private mutating func addGap(before token: Token) {
        bytes.append(token.startsLine ? 2 : range?.upperBound == token.start ? 0 : 1)
        range = (range?.lowerBound ?? token.start)..<token.end
    }

    private mutating func noteTypes(behind token: Token) {
        let mayBeAttribute = awaitsType
        let followsAt = isInAttribute
        awaitsType = false
        isInAttribute = false
        guard head == .inside else { return }
        switch token.kind {
        case .colon: awaitsType = true
        case .operator:
            awaitsType = text.hasPrefix("->", at: token.start) && token.end - token.start == 2
            // A value, or generic parameters.
            if !awaitsType, text[token.start] != UInt8(ascii: "?"), text[token.start] != UInt8(ascii: "!") {
                head = .behind
            }
        case .at where mayBeAttribute: isInAttribute = true
        case .word where followsAt: awaitsType = text.isWord("escaping", at: token.start)
        case .word where text.isWord("where", at: token.start): head = .behind
        case .at, .pound, .openingBrace, .directive: head = .behind
        default: break
        }
    }

    /// True for a word that is nowhere in the grammar. Names of the standard library with an underscore may be.
    func isName(_ token: Token) -> Bool {
        let first = text[token.start]
        if first == UInt8(ascii: "_") || first == UInt8(ascii: "$") { return false }
        // Operators outside of ASCII are words for the tokens.
        if text.buffer[token.start..<token.end].contains(where: { $0 >= 0x80 }) { return false }
        if token.end - token.start > 16 { return !isLongWord(token) }
        return Self.words[text, token.start, token.end] == nil
    }

    private func isLongWord(_ token: Token) -> Bool {
        Self.longWords.contains { word in
            word.count == token.end - token.start && text.buffer[token.start..<token.end].elementsEqual(word)
        }
    }

    /// True for a text in one line without escapes.
    private func isPlainText(_ token: Token) -> Bool {
        guard text[token.start] == .quote, token.end - token.start < 3 || text[token.start + 2] != .quote else {
            return false
        }
        return !text.buffer[token.start..<token.end].contains(.backslash)
    }

    /// All words of the grammar, also those that are names in other places.
    private static let all: [String] = (UInt8.min...UInt8.max).compactMap { SwiftSyntax.Keyword(rawValue: $0) }
        .map { TokenSyntax.keyword($0).text }
    private static let words = WordTable<Bool>(all.filter { $0.utf8.count <= 16 }.map { ($0, true) }, filler: false)
    private static let longWords = all.filter { $0.utf8.count > 16 }.map { Array($0.utf8) }
}
