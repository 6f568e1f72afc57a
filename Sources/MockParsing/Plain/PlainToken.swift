/// A token of a plain declaration.
struct PlainToken {
    enum Kind: UInt8 {
        case end
        case word, escapedName, wildcard
        case openingBrace, closingBrace, openingParenthesis, closingParenthesis, openingBracket, closingBracket
        case comma, colon, semicolon, period, at
        case equal, doubleEqual, arrow, less, greater, question, exclamation, ampersand, tilde, ellipsis
        /// A minus sign directly before a number.
        case minus
        /// The `*` for all platforms, in `@available`.
        case asterisk
        /// The name of an operator function.
        case operatorName
        case integer, decimal
        /// `10.15.7`
        case version
        /// A single-line string with simple escapes and interpolated names at most.
        case string
        /// A string of several lines without escapes.
        case lines
        /// `#x`, which the scanner leaves in place of cut text.
        case placeholder
        /// `#file` and similar literals.
        case magicLiteral
        case `if`, elseif, `else`, endif
    }

    var kind = Kind.end
    var word = PlainWord.name
    /// True if only space and comments precede it on its line.
    var startsLine = true
    /// True if a space or comment precedes it.
    var followsSpace = false
    var start = 0
    var end = 0

    /// True if it can be the name of a declaration.
    var isName: Bool { kind == .word && !word.isReserved || kind == .escapedName }

    /// True for a name without any other meaning in the language.
    var isPlainName: Bool { kind == .word && word == .name || kind == .escapedName }

    /// True if it can be an argument label.
    var isLabel: Bool { kind == .word && word != .inout || kind == .escapedName || kind == .wildcard }
}
