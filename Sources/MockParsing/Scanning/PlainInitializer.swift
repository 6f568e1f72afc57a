internal import MockModel

/// Finds out whether a struct or a final class has an `init()`, while the scanner passes through its body.
///
/// Mocks return such values from calls without a stub. If uncertain, the answer is no: a mock that calls an
/// initializer which is not there does not compile.
struct PlainInitializer {
    /// The type's place among the names.
    let nameIndex: Int
    private let kind: TypeDeclaration.Kind
    private var explicit: AccessLevel?
    private var hasInitializers = false
    /// True if something in the body may change which initializers exist.
    private var isUncertain = false
    private var isEachPropertySet = true

    /// The attributes and modifiers before the keyword of a member.
    struct Prefix {
        var hasAttribute = false
        /// `static` or `lazy`: no initializer sets the property.
        var isUnset = false
    }

    init(nameIndex: Int, kind: TypeDeclaration.Kind) {
        self.nameIndex = nameIndex
        self.kind = kind
    }

    /// The access level of `init()`; `nil` if there is none.
    var access: AccessLevel? {
        if isUncertain { return nil }
        if let explicit { return explicit < .internal ? nil : explicit }
        return hasInitializers || !isEachPropertySet ? nil : .internal
    }

    mutating func markUncertain() { isUncertain = true }

    /// - Parameter lexer: A scanner at the end of `init`.
    mutating func noteInitializer(_ prefix: Prefix, _ access: AccessLevel?, _ lexer: LexicalScanner) throws(Uncertainty)
    {
        hasInitializers = true
        var ahead = lexer
        guard !prefix.hasAttribute, ahead.text[ahead.offset] == UInt8(ascii: "("), try ahead.next().kind == .opening,
            ahead.text[ahead.offset] == UInt8(ascii: ")"), try ahead.next().kind == .closing,
            try ahead.next().kind == .openingBrace
        else { return }
        explicit = access ?? .internal
    }

    /// Records whether a property has an initial value. One without matters in structs only: a class with such a
    /// property declares an initializer.
    ///
    /// - Parameter lexer: A scanner at the end of `var` or `let`.
    mutating func noteProperty(isVariable: Bool, _ prefix: Prefix, _ lexer: LexicalScanner) throws(Uncertainty) {
        guard isEachPropertySet, !hasInitializers, !prefix.isUnset else { return }
        var ahead = lexer
        guard !prefix.hasAttribute else { return isEachPropertySet = false }
        isEachPropertySet = try Self.hasValue(isVariable: isVariable, &ahead, kind)
    }

    // MARK: Properties

    private static func hasValue(
        isVariable: Bool, _ lexer: inout LexicalScanner, _ kind: TypeDeclaration.Kind
    ) throws(Uncertainty) -> Bool {
        guard try lexer.next().kind == .word else { return false }
        var last = lexer.offset - 1
        while true {
            let token = try lexer.next()
            switch token.kind {
            case .openingBrace:
                let first = try lexer.next()
                return !isObserver(first, lexer.text)
            case .operator where token.end - token.start == 1 && lexer.text[token.start] == UInt8(ascii: "="):
                return try isPlainValue(&lexer)
            case .word, .period, .colon, .operator:
                if token.startsLine { break }
                last = token.end - 1
                continue
            case .opening:
                try lexer.skip(behind: token)
                last = lexer.offset - 1
                continue
            default: break
            }
            // An optional variable begins as `nil`.
            return kind == .class || isVariable && lexer.text[last] == UInt8(ascii: "?")
        }
    }

    private static func isObserver(_ token: Token, _ text: Bytes) -> Bool {
        token.kind == .at || text.isWord("willSet", at: token.start) || text.isWord("didSet", at: token.start)
    }

    /// True if the value can be created on any actor and no other property follows it.
    private static func isPlainValue(_ lexer: inout LexicalScanner) throws(Uncertainty) -> Bool {
        var token = try lexer.next()
        switch token.kind {
        case .literal, .period: break
        case .operator where lexer.text[token.start] == UInt8(ascii: "-"): break
        case .opening: try lexer.skip(behind: token)
        case .word where values.contains(where: { lexer.text.isWord($0, at: token.start) }): break
        default: return false
        }
        while true {
            token = try lexer.next()
            switch token.kind {
            case .comma: return false
            case .opening: try lexer.skip(behind: token)
            case .openingBrace: try lexer.skip(to: UInt8(ascii: "}"))
            case .closingBrace, .semicolon, .end, .at, .directive, .pound: return true
            case .period, .operator: continue
            default: if token.startsLine { return true }
            }
        }
    }

    /// The first words of values that can be created on any actor.
    private static let values: [StaticString] = [
        "true", "false", "nil", "String", "Int", "Double", "Set", "Array", "Dictionary", "UUID", "Date", "Data", "URL",
        "Decimal", "Duration",
    ]

    // MARK: Parents

    /// Returns the names in an inheritance clause; `nil` if it contains more than plain names.
    static func parents(in text: Bytes, from start: Int, to end: Int) -> [TypeExpression]? {
        var names: [TypeExpression] = []
        var index = start
        var isSeparated = false
        while index < end {
            let byte = text[index]
            switch byte {
            case .space, .newline, .carriageReturn, UInt8(ascii: "\t"): index += 1
            case UInt8(ascii: ":") where names.isEmpty && !isSeparated,
                UInt8(ascii: ",") where !names.isEmpty && !isSeparated:
                isSeparated = true
                index += 1
            case _ where byte.isWord && isSeparated:
                let first = index
                while index < end, text[index].isWord { index += 1 }
                names.append(.named(String(decoding: text.buffer[first..<index], as: UTF8.self)))
                isSeparated = false
            default: return nil
            }
        }
        return isSeparated || names.contains(.named("AutoMockable")) ? nil : names
    }
}
