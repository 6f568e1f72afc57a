/// The contents of a tag, whose quoted parts mean nothing to the engine.
struct QuotedText {
    /// The characters outside of quotes; those inside are replaced by letters.
    private let bare: [Character]

    init(_ text: Substring) {
        var quote: Character?
        bare = text.map { character in
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
}
