/// The contents of a tag, whose quoted parts mean nothing to the engine.
struct QuotedText {
    private let text: Substring
    /// The characters outside of quotes; those inside are replaced by letters.
    private let bare: [Character]
    private let characters: [Character]

    init(_ text: Substring) {
        self.text = text
        characters = Array(text)
        var quote: Character?
        bare = characters.map { character in
            if let open = quote {
                if character == open { quote = nil }
                return character == open ? character : "x"
            }
            if character == "\"" || character == "'" { quote = character }
            return character
        }
    }

    var deepestParentheses: Int {
        var (depth, deepest) = (0, 0)
        for character in bare {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    /// True for `value|:argument` and `value|`.
    var hasNamelessFilter: Bool {
        bare.indices.contains { index in
            guard bare[index] == "|" else { return false }
            let next = bare[(index + 1)...].first { !$0.isWhitespace }
            return next == nil || next == ":" || next == "|"
        }
    }

    /// The numbers beside `...`, also those that are none to a reader: `inf`.
    var numbersOfRanges: [Float] {
        var numbers: [Float] = []
        for index in bare.indices.dropLast(2) where bare[index...].starts(with: "...") {
            let before = bare[..<index].reversed().prefix { !$0.isWhitespace && $0 != "." }.reversed()
            let after = bare[(index + 3)...].prefix { !$0.isWhitespace && $0 != "." }
            numbers += [String(before), String(after)].compactMap { Float($0) }.map { $0.isNaN ? .infinity : $0 }
        }
        return numbers
    }

    /// The contents with `list.last.name` as `list|last|member:"name"`, because the engine traps on the last element of
    /// an empty list; `nil` if that is not possible.
    var withLastAsFilter: Substring? {
        let last: [Character] = [".", "l", "a", "s", "t"]
        var result = ""
        var index = 0
        while index < bare.count {
            let end = index + last.count
            guard bare[index...].starts(with: last), end == bare.count || !Self.isNamePart(bare[end]) else {
                result.append(characters[index])
                index += 1
                continue
            }
            let word = bare[..<index].reversed().prefix { Self.isNamePart($0) || "|:,.\"'".contains($0) }.reversed()
            if Array(word) == Array("forloop") {
                result += ".last"
                index = end
                continue
            }
            if word.contains(":") { return nil }
            let path = bare[end...].prefix { Self.isNamePart($0) || $0 == "." }
            result += "|last"
            if path.first == "." { result += "|member:\"\(String(path.dropFirst()))\"" }
            index = end + (path.first == "." ? path.count : 0)
        }
        return result == text ? text : result[...]
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}
