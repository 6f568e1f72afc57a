internal import MockModel

/// The language's rules for names.
enum Identifier {
    static func withoutBackticks(_ name: String) -> String {
        guard name.utf8.first == backtick, name.utf8.last == backtick, name.utf8.count > 1 else { return name }
        return String(name.dropFirst().dropLast())
    }

    private static let backtick = UInt8(ascii: "`")

    static func isKeyword(_ name: String) -> Bool { keywords.contains(withoutBackticks(name)) }

    /// True if no type can have this name as it is written. Two names are reserved inside every type.
    static func isReserved(_ name: String, isNested: Bool) -> Bool {
        keywords.contains(name) || isNested && (name == "Type" || name == "Protocol")
    }

    /// The name, with backticks if it needs them.
    static func quoted(_ name: String) -> String {
        keywords.contains(name) || isRaw(name) ? "`\(name)`" : name
    }

    /// The name of a local variable. Some words that are not keywords elsewhere are keywords in expressions.
    static func asLocal(_ name: String) -> String {
        expressionWords.contains(name) ? "`\(name)`" : quoted(name)
    }

    private static let expressionWords: WordSet = [
        "await", "any", "some", "each", "copy", "consume", "unsafe", "borrow",
    ]

    /// The name as an argument label in a declaration: few keywords need backticks there.
    static func asLabel(_ name: String) -> String {
        quotedAnew(name) { labelWords.contains($0) }
    }

    private static let labelWords: WordSet = ["inout", "var", "let"]

    /// The name as an argument label in a call: only one keyword needs backticks there.
    static func asArgumentLabel(_ name: String) -> String {
        quotedAnew(name) { $0 == "inout" }
    }

    /// The name behind a dot: few keywords need backticks there.
    static func asMember(_ name: String) -> String {
        quotedAnew(name) { memberWords.contains($0) }
    }

    private static let memberWords: WordSet = ["init"]

    /// The name with backticks if it needs them, whether or not it has some already.
    private static func quotedAnew(_ name: String, where isReserved: (String) -> Bool) -> String {
        // Most names are plain ASCII and have no backticks.
        if isPlain(name) { return isReserved(name) ? "`\(name)`" : name }
        let bare = withoutBackticks(name)
        return isReserved(bare) || isRaw(bare) ? "`\(bare)`" : bare
    }

    /// The name inside a string literal, without backticks. Raw identifiers may contain quotation marks.
    static func asLiteral(_ text: String) -> String {
        let isPlain = text.utf8.withContiguousStorageIfAvailable {
            !$0.contains { $0 == UInt8(ascii: "\"") || $0 == backtick }
        }
        if isPlain == true { return text }
        // Scalars: a combining accent makes one character with the quotation mark before it.
        var literal = ""
        for scalar in text.unicodeScalars where scalar != "`" {
            if scalar == "\"" { literal += "\\" }
            literal.unicodeScalars.append(scalar)
        }
        return literal
    }

    /// True if the name contains characters that only a raw identifier may have.
    private static func isRaw(_ name: String) -> Bool {
        if isPlain(name) { return false }
        guard let first = name.first else { return false }
        return first.isNumber || !name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    }

    /// True if the name consists of ASCII letters, digits and underscores, as nearly all do.
    static func isPlain(_ name: String) -> Bool {
        name.utf8.withContiguousStorageIfAvailable { bytes in
            if let first = bytes.first, first &- UInt8(ascii: "0") < 10 { return false }
            for byte in bytes {
                let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
                guard isLetter || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") else { return false }
            }
            return true
        } ?? false
    }

    private static let keywords: WordSet = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any",
    ]
}
