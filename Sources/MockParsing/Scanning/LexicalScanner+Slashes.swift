// Comments, operators with slashes, and regular expressions.
extension LexicalScanner {
    mutating func skipSlash() throws(Uncertainty) {
        switch text[offset + 1] {
        case .slash: skipLineComment()
        case .asterisk: try skipBlockComment()
        default: try skipOperatorOrRegex()
        }
    }

    mutating func skipBlockComment() throws(Uncertainty) {
        offset = try text.endOfBlockComment(from: offset)
    }

    /// Applies the lexer's rule: a slash begins a regular expression if its operator is where a prefix operator could
    /// be and the literal ends on the same line.
    private mutating func skipOperatorOrRegex() throws(Uncertainty) {
        let end = endOfOperator(from: offset)
        if let regexEnd = try regexEnd(operatorEnd: end) {
            offset = regexEnd
        } else {
            offset = end
        }
    }

    /// Returns the end of the operator; a comment ends it, too.
    func endOfOperator(from start: Int) -> Int {
        var end = start + 1
        while text[end].isOperator {
            if text[end] == .slash, text[end + 1] == .slash || text[end + 1] == .asterisk { break }
            end += 1
        }
        return end
    }

    private func regexEnd(operatorEnd: Int) throws(Uncertainty) -> Int? {
        var start = offset
        while text[start - 1].isOperator { start -= 1 }
        // The lexer tries only the first slash of an operator.
        guard !(start..<offset).contains(where: { text[$0] == .slash }) else { return nil }
        guard !isLeftBound(start), previousWord(before: start) != .declaresOperator else { return nil }
        if isRightBound(operatorEnd) { return regexEnd(from: offset) }
        guard readingDependsOnRegex(from: operatorEnd) else { return nil }
        return try regexEndOfSpacedOperator(from: start)
    }

    /// Returns the end of a regular expression that looks like a binary operator: it is one only where no operand
    /// precedes it.
    private func regexEndOfSpacedOperator(from start: Int) throws(Uncertainty) -> Int? {
        let last = try endOfTokenBefore(start) - 1
        switch text[last] {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), .quote, .backtick: return nil
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): return regexEnd(from: offset)
        case let byte where byte.isWord && previousWord(before: last + 1) == .operand: return nil
        default: throw .ambiguousSlash
        }
    }

    /// Returns the end of the previous token, before space and line ends. A slash in its line may be a comment, so it
    /// is uncertain.
    private func endOfTokenBefore(_ start: Int) throws(Uncertainty) -> Int {
        var end = start
        var isOnOtherLine = false
        while end > 0, text[end - 1] <= UInt8(ascii: " ") {
            end -= 1
            if text[end] == .newline || text[end] == .carriageReturn { isOnOtherLine = true }
        }
        var index = end
        while isOnOtherLine, index > 0, text[index - 1] != .newline, text[index - 1] != .carriageReturn {
            index -= 1
            if text[index] == .slash { throw .ambiguousSlash }
        }
        return end
    }

    /// True if the rest of the line reads differently after a regular expression.
    private func readingDependsOnRegex(from start: Int) -> Bool {
        var index = start
        while index < text.count {
            switch text[index] {
            case .newline, .carriageReturn: return false
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
                UInt8(ascii: "]"), .quote, UInt8(ascii: "'"), .backtick, .pound, .slash, .backslash, 0x80...:
                return true
            default: index += 1
            }
        }
        return false
    }

    private func isLeftBound(_ start: Int) -> Bool {
        switch text[start - 1] {
        case UInt8(ascii: " "), .carriageReturn, .newline, UInt8(ascii: "\t"), UInt8(ascii: "("), UInt8(ascii: "["),
            UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
            false
        case .slash: text[start - 2] != .asterisk
        case 0xA0: text[start - 2] != 0xC2
        default: true
        }
    }

    private func isRightBound(_ end: Int) -> Bool {
        switch text[end] {
        case UInt8(ascii: " "), .carriageReturn, .newline, UInt8(ascii: "\t"), UInt8(ascii: ")"), UInt8(ascii: "]"),
            UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
            false
        case .slash: text[end + 1] != .slash && text[end + 1] != .asterisk
        case 0xC2: text[end + 1] != 0xA0
        default: true
        }
    }

    private enum PreviousWord {
        case declaresOperator, operand, other
    }

    /// The word before an operator. After a keyword an expression mostly follows; any other word is an operand.
    private func previousWord(before start: Int) -> PreviousWord {
        var end = start
        while text[end - 1] == UInt8(ascii: " ") || text[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        var first = end
        while text[first - 1].isWord { first -= 1 }
        let word = Word(text, first, end)
        switch Keyword(word) {
        case .func, .operator: return .declaresOperator
        case nil where !Self.wordsBeforeExpressions.contains(word): return end > first ? .operand : .other
        default: return .other
        }
    }

    /// All reserved words that the scanner does not use otherwise, even those that are operands: a wrong entry costs
    /// only time.
    private static let wordsBeforeExpressions = Set(
        [
            "Any", "Self", "as", "break", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "false",
            "for", "guard", "if", "in", "inout", "is", "nil", "repeat", "return", "self", "super", "switch", "throw",
            "throws", "true", "try", "where", "while",
        ].map(Word.init))

    // MARK: Regular expressions

    /// Returns the end of a literal between bare slashes on one line; `nil` if it is not one.
    private func regexEnd(from slash: Int) -> Int? {
        switch text[slash + 1] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), .asterisk, .slash: return nil
        default: break
        }
        guard text[slash - 1] != .asterisk else { return nil }
        var groups = 0
        var classes = 0
        var lastSpace = slash
        var index = slash + 1
        while index < text.count {
            switch text[index] {
            case .slash:
                if text[index + 1] == .slash || text[index + 1] == .asterisk { return nil }
                return lastSpace == index - 1 && lastSpace > slash ? nil : index + 1
            case .newline, .carriageReturn: return nil
            case .backslash:
                index += 1
                if text[index] == .newline || text[index] == .carriageReturn { return nil }
            case UInt8(ascii: "(") where classes == 0: groups += 1
            case UInt8(ascii: ")") where classes == 0:
                guard groups > 0 else { return nil }
                groups -= 1
            case UInt8(ascii: "["): classes += 1
            case UInt8(ascii: "]"): classes = max(0, classes - 1)
            case UInt8(ascii: " "), UInt8(ascii: "\t"): lastSpace = index
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Passes `#/…/#` on one line, or on several if only space follows the opening.
    mutating func skipExtendedRegex(pounds: Int) throws(Uncertainty) {
        offset += pounds + 1
        var end = offset
        while text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") { end += 1 }
        let hasSeveralLines = text[end] == .newline || text[end] == .carriageReturn
        while offset < text.count {
            switch text[offset] {
            case .slash:
                offset += 1
                var found = 0
                while text[offset + found] == .pound { found += 1 }
                if found >= pounds {
                    offset += found
                    return
                }
            case .backslash where text[offset + 1] != .newline && text[offset + 1] != .carriageReturn: offset += 2
            case .newline where !hasSeveralLines, .carriageReturn where !hasSeveralLines: throw .unbalanced
            default: offset += 1
            }
        }
        throw .unbalanced
    }
}
