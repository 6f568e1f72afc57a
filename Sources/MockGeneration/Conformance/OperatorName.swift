/// Words for operators: member sets have methods for them instead of operators.
enum OperatorName {
    /// Returns `plus` for `+`; an operator without an entry is spelled character by character.
    static func word(for symbol: String) -> String {
        if let known = words[symbol] { return known }
        let parts = symbol.map { characters[$0] ?? "operator\($0.unicodeScalars.first?.value ?? 0)" }
        return parts.enumerated().map { $0.offset == 0 ? $0.element : capitalized($0.element) }.joined()
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static let words = [
        "+": "plus", "-": "minus", "*": "times", "/": "dividedBy", "%": "remainder", "==": "equals",
        "!=": "doesNotEqual", "<": "isLess", "<=": "isLessOrEqual", ">": "isGreater", ">=": "isGreaterOrEqual",
        "+=": "add", "-=": "subtract", "*=": "multiply", "/=": "divide", "~=": "matches", "&&": "and", "||": "or",
        "!": "not", "??": "coalescing", "...": "through", "..<": "upTo", "&": "bitwiseAnd", "|": "bitwiseOr",
        "^": "bitwiseXor", "~": "bitwiseNot", "<<": "shiftedLeft", ">>": "shiftedRight",
    ]

    private static let characters: [Character: String] = [
        "+": "plus", "-": "minus", "*": "star", "/": "slash", "%": "percent", "=": "equal", "<": "less", ">": "greater",
        "!": "bang", "&": "ampersand", "|": "pipe", "^": "caret", "~": "tilde", "?": "question", ".": "dot",
    ]
}
