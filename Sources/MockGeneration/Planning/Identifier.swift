/// Rules of the language about names.
enum Identifier {
    static func withoutBackticks(_ name: String) -> String {
        name.hasPrefix("`") && name.hasSuffix("`") && name.count > 1 ? String(name.dropFirst().dropLast()) : name
    }

    static func isKeyword(_ name: String) -> Bool { keywords.contains(withoutBackticks(name)) }

    /// The name with backticks if it cannot stand without.
    static func quoted(_ name: String) -> String {
        keywords.contains(name) || isRaw(name) ? "`\(name)`" : name
    }

    /// The name of a local variable: in an expression some words that are no keywords elsewhere read as one.
    static func asLocal(_ name: String) -> String {
        ["await", "any", "some", "each", "copy", "consume", "unsafe", "borrow"].contains(name)
            ? "`\(name)`" : quoted(name)
    }

    /// The name as an argument label, where all keywords but these stand as they are.
    static func asLabel(_ name: String) -> String {
        let plain = withoutBackticks(name)
        return ["inout", "var", "let"].contains(plain) || isRaw(plain) ? "`\(plain)`" : plain
    }

    /// The same in a call, where only one keyword is left that does not.
    static func asArgumentLabel(_ name: String) -> String {
        let plain = withoutBackticks(name)
        return plain == "inout" || isRaw(plain) ? "`\(plain)`" : plain
    }

    /// Raw identifiers hold what a plain one cannot.
    static func isRaw(_ name: String) -> Bool {
        guard let first = name.first else { return false }
        return first.isNumber || !name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any",
    ]
}
