internal import Stencil

/// The filters for texts. A type's name counts as a text.
enum TextFilters {
    static func register(in all: Extension) {
        all.registerTextFilter("upperFirstLetter") { text, _ in capitalized(text) }
        all.registerTextFilter("lowerFirstLetter") { text, _ in text.prefix(1).lowercased() + text.dropFirst() }
        all.registerTextFilter("lowerFirstWord") { text, _ in lowerFirstWord(text) }
        all.registerTextFilter("snakeToCamelCase") { text, arguments in
            snakeToCamelCase(text, keepsUnderscores: try !arguments.flag(0, default: false))
        }
        all.registerTextFilter("camelToSnakeCase") { text, arguments in
            camelToSnakeCase(text, isLowercase: try arguments.flag(0, default: true))
        }
        all.registerTextFilter("titleCase") { text, _ in titleCase(text) }
        all.registerTextFilter("titlecase") { text, _ in capitalized(text) }
        all.registerTextFilter("capitalise") { text, _ in capitalizedWords(text) }
        all.registerTextFilter("uppercase") { text, _ in text.uppercased() }
        all.registerTextFilter("lowercase") { text, _ in text.lowercased() }
        all.registerTextFilter("swiftIdentifier") { text, arguments in
            identifier(text, isPretty: arguments.values.first.flatMap(templateText) == "pretty")
        }
        all.registerTextFilter("escapeReservedKeywords") { text, _ in
            keywords.contains(text) ? "`\(text)`" : text
        }
        all.registerTextFilter("replace") { text, arguments in
            let (old, new) = (try arguments.text(0), try arguments.text(1))
            return replacing(old, in: text, with: new)
        }
        all.registerTextFilter("removeNewlines") { text, arguments in
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            if arguments.values.first.flatMap(templateText) == "leading" {
                return lines.map { String($0.drop(while: \.isWhitespace)) }.joined()
            }
            return lines.joined().filter { !$0.isWhitespace }
        }
        all.registerTextFilter("indent") { text, arguments in try indented(text, arguments) }
        all.registerTextFilter("basename") { text, _ in text.split(separator: "/").last.map(String.init) ?? "" }
        all.registerTextFilter("dirname") { text, _ in
            text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        }
        all.registerTextFilter("deletingLastComponent") { text, _ in
            text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        }
        registerTests(in: all)
    }

    private static func registerTests(in all: Extension) {
        for (name, expected) in [("", true), ("!", false)] {
            all.registerTextFilter("\(name)hasPrefix") { text, arguments in
                text.hasPrefix(try arguments.text(0)) == expected
            }
            all.registerTextFilter("\(name)hasSuffix") { text, arguments in
                text.hasSuffix(try arguments.text(0)) == expected
            }
        }
        for (name, expected) in [("contains", true), ("!contains", false)] {
            all.registerFilter(name) { value, arguments, context in
                let part = try FilterArguments(filter: name, values: arguments).text(0)
                if let list = value as? [Any] {
                    try context.state.spend(elements: list.count)
                    return list.contains { templateText(of: $0) == part } == expected
                }
                try context.state.spend()
                return (templateText(of: value) ?? "").contains(part) == expected
            }
        }
    }

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
        let hasLowercase = text.contains(where: \.isLowercase)
        let words = text.split(separator: "_").map { hasLowercase ? capitalized($0) : capitalizedWords($0) }
        return (keepsUnderscores ? String(text.prefix { $0 == "_" }) : "") + words.joined()
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

    private static func replacing(_ old: String, in text: String, with new: String) -> String {
        old.isEmpty ? text : text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }

    /// `indent:4," ",true`: the width, what it is made of, and if the first line is indented, too.
    private static func indented(_ text: String, _ arguments: FilterArguments) throws -> String {
        let width = arguments.values.first.map { $0 as? Int ?? -1 } ?? 4
        guard (0...1000).contains(width) else {
            throw templateFailure("the filter 'indent' takes a width from 0 to 1000")
        }
        let filling = arguments.values.count > 1 ? try arguments.text(1) : " "
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
