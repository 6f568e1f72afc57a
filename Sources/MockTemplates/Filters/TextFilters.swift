/// The filters for texts. A type's name counts as a text.
enum TextFilters {
    static func add(to all: inout [String: TemplateFilter]) {
        all.addText("upperFirstLetter") { text, _ in capitalized(text) }
        all.addText("lowerFirstLetter") { text, _ in text.prefix(1).lowercased() + text.dropFirst() }
        all.addText("lowerFirstWord") { text, _ in lowerFirstWord(text) }
        all.addText("snakeToCamelCase") { text, arguments in
            snakeToCamelCase(text, keepsUnderscores: try !arguments.flag(0, default: false))
        }
        all.addText("camelToSnakeCase") { text, arguments in
            camelToSnakeCase(text, isLowercase: try arguments.flag(0, default: true))
        }
        all.addText("titleCase") { text, _ in titleCase(text) }
        all.addText("titlecase") { text, _ in capitalized(text) }
        for name in ["capitalise", "capitalize"] { all.addText(name) { text, _ in capitalizedWords(text) } }
        all.addText("uppercase") { text, _ in text.uppercased() }
        all.addText("lowercase") { text, _ in text.lowercased() }
        all.addText("swiftIdentifier") { text, arguments in
            identifier(text, isPretty: arguments.values.first?.text == "pretty")
        }
        all.addText("escapeReservedKeywords") { text, _ in
            keywords.contains(text) ? "`\(text)`" : text
        }
        all.addText("replace") { text, arguments in
            let (old, new) = (try arguments.text(0), try arguments.text(1))
            try checkSize(text.utf8.count / max(1, old.utf8.count), times: new.utf8.count)
            return text.replacingText(old, with: new)
        }
        all.addText("removeNewlines") { text, arguments in
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            if arguments.values.first?.text == "leading" {
                return lines.map { String($0.drop(while: \.isWhitespace)) }.joined()
            }
            return lines.joined().filter { !$0.isWhitespace }
        }
        all.addText("indent") { text, arguments in try indented(text, arguments) }
        all.addText("basename") { text, _ in text.split(separator: "/").last.map(String.init) ?? "" }
        all.addText("dirname") { text, _ in
            text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        }
        all.addText("deletingLastComponent") { text, _ in
            text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        }
        addTests(to: &all)
    }

    private static func addTests(to all: inout [String: TemplateFilter]) {
        for (name, expected) in [("", true), ("!", false)] {
            all.addTextTest("\(name)hasPrefix") { text, arguments in
                text.hasPrefix(try arguments.text(0)) == expected
            }
            all.addTextTest("\(name)hasSuffix") { text, arguments in
                text.hasSuffix(try arguments.text(0)) == expected
            }
        }
        for (name, expected) in [("contains", true), ("!contains", false)] {
            all[name] = { value, arguments, rendering in
                let part = try arguments.text(0)
                if case .list(let list) = value {
                    try rendering.spend(elements: list.count)
                    return .flag(list.contains { $0.text == part } == expected)
                }
                try rendering.spend()
                return .flag((value.text ?? "").containsText(part) == expected)
            }
        }
    }

    /// Refuses a text before it is made.
    private static func checkSize(_ count: Int, times bytes: Int) throws {
        let (size, overflows) = count.multipliedReportingOverflow(by: bytes)
        guard !overflows, size <= largest else {
            throw TemplateFailure("the text would be larger than \(largest >> 20) MiB")
        }
    }

    /// Many times what a file of mocks has.
    private static let largest = 64 << 20

    // MARK: Words

    private static func capitalized(_ text: some StringProtocol) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func capitalizedWords(_ text: some StringProtocol) -> String {
        var isStart = true
        return text.reduce(into: "") { result, character in
            result += isStart ? character.uppercased() : character.lowercased()
            isStart = !character.isLetter && !character.isNumber && character != "'"
        }
    }

    /// `URLChooser` → `urlChooser`, `Chooser` → `chooser`: a capital that begins the next word stays.
    private static func lowerFirstWord(_ text: String) -> String {
        var count = text.prefix { $0.isUppercase }.count
        if count > 1, text.dropFirst(count).first?.isLowercase == true { count -= 1 }
        return text.prefix(count).lowercased() + text.dropFirst(count)
    }

    /// `snake_to_camel` → `SnakeToCamel`; underscores in front stay.
    private static func snakeToCamelCase(_ text: String, keepsUnderscores: Bool) -> String {
        if let result = plainCamelCase(text, keepsUnderscores: keepsUnderscores) { return result }
        let hasLowercase = text.contains(where: \.isLowercase)
        let words = text.split(separator: "_").map { hasLowercase ? capitalized($0) : capitalizedWords($0) }
        return (keepsUnderscores ? String(text.prefix { $0 == "_" }) : "") + words.joined()
    }

    /// The same for ASCII texts with small letters, which names are for the most part; `nil` for others.
    private static func plainCamelCase(_ text: String, keepsUnderscores: Bool) -> String? {
        let bytes = Array(text.utf8)
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard bytes.allSatisfy({ $0 < 0x80 }), bytes.contains(where: small.contains) else { return nil }
        let underscores = bytes.prefix { $0 == UInt8(ascii: "_") }
        var result = keepsUnderscores ? Array(underscores) : []
        var isStart = true
        for byte in bytes[underscores.endIndex...] {
            if byte != UInt8(ascii: "_") { result.append(isStart && small.contains(byte) ? byte - 0x20 : byte) }
            isStart = byte == UInt8(ascii: "_")
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `someURLValue` → `some_url_value`
    private static func camelToSnakeCase(_ text: String, isLowercase: Bool) -> String {
        let characters = Array(text)
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0, characters[index - 1] != "_" {
                let beginsWord = index + 1 < characters.count && characters[index + 1].isLowercase
                if !characters[index - 1].isUppercase || beginsWord { result += "_" }
            }
            result.append(character)
        }
        return isLowercase ? result.lowercased() : result
    }

    /// `somethingNamedLikeThis` → `Something Named Like This`
    private static func titleCase(_ text: String) -> String {
        camelToSnakeCase(text, isLowercase: false).split(separator: "_").map(capitalized).joined(separator: " ")
    }

    /// `some $URL` → `Some_URL`, or `SomeURL` if it is to be pretty.
    private static func identifier(_ text: String, isPretty: Bool) -> String {
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let words = isPretty ? parts.flatMap { $0.split(separator: "_") } : parts
        let result = words.map(capitalized).joined(separator: isPretty ? "" : "_")
        return result.first?.isNumber == true ? "_\(result)" : result
    }

    /// `indent:4," ",true`: the width, what it is made of, and if the first line is indented, too.
    private static func indented(_ text: String, _ arguments: FilterArguments) throws -> String {
        var width = 4
        if let first = arguments.values.first {
            if case .integer(let number) = first { width = number } else { width = -1 }
        }
        guard (0...1000).contains(width) else {
            throw TemplateFailure("the filter 'indent' takes a width from 0 to 1000")
        }
        let filling = arguments.values.count > 1 ? try arguments.text(1) : " "
        try checkSize(width * (1 + text.count(where: \.isNewline)), times: filling.utf8.count)
        let margin = String(repeating: filling, count: width)
        var isFirst = try !arguments.flag(2, default: false)
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            defer { isFirst = false }
            return isFirst || line.isEmpty ? String(line) : margin + line
        }.joined(separator: "\n")
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while", "Any",
    ]
}
