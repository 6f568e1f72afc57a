/// A token of a plain declaration.
struct PlainToken {
    enum Kind: UInt8 {
        case end
        case word, escapedName, wildcard
        case openingBrace, closingBrace, openingParenthesis, closingParenthesis, openingBracket, closingBracket
        case comma, colon, semicolon, period, at
        case equal, doubleEqual, arrow, less, greater, question, exclamation, ampersand, tilde, ellipsis
        /// A sign directly before a number.
        case minus
        /// All platforms, in `@available`.
        case asterisk
        /// The name of a function that is an operator.
        case operatorName
        case integer, decimal
        /// `10.15.7`
        case version
        /// A string of one line without escapes.
        case string
        /// `#x`, which the scanner leaves where something was.
        case placeholder
        /// `#file` and its relatives.
        case magicLiteral
        case `if`, elseif, `else`, endif
    }

    var kind = Kind.end
    var word = PlainWord.name
    /// Nothing but space and comments stands before it on its line.
    var startsLine = true
    /// Space or a comment stands before it.
    var followsSpace = false
    var start = 0
    var end = 0

    /// Can be the name of a declaration.
    var isName: Bool { kind == .word && !word.isReserved || kind == .escapedName }

    /// Names something and means nothing else anywhere.
    var isPlainName: Bool { kind == .word && word == .name || kind == .escapedName }

    /// Can be the label of an argument.
    var isLabel: Bool { kind == .word && word != .inout || kind == .escapedName || kind == .wildcard }
}
