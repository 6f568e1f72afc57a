extension LexicalScanner {
    /// Moves from the opening quote past the closing delimiter.
    mutating func skipString(pounds: Int) throws(Uncertainty) {
        if opensSeveralLines(pounds: pounds) {
            offset += 3
            try skipContent(pounds: pounds, quotes: 3)
        } else {
            offset += 1
            try skipContent(pounds: pounds, quotes: 1)
        }
    }

    /// True if three quotes begin a multiline string. With pounds they may also be quotes inside a single-line string,
    /// whose end is then on the same line: `#"""#`, `#""" is three quotes"#`.
    private func opensSeveralLines(pounds: Int) -> Bool {
        guard text[offset + 1] == .quote, text[offset + 2] == .quote else { return false }
        guard pounds > 0 else { return true }
        if hasPounds(pounds, at: offset + 3) { return false }
        let end = text.endOfLine(from: offset + 3)
        return !(offset + 3..<max(end, offset + 3)).contains { text[$0] == .quote && hasPounds(pounds, at: $0 + 1) }
    }

    private func hasPounds(_ pounds: Int, at offset: Int) -> Bool {
        for index in 0..<pounds where text[offset + index] != .pound { return false }
        return true
    }

    private mutating func skipContent(pounds: Int, quotes: Int) throws(Uncertainty) {
        while offset < text.count {
            switch text.buffer[offset] {
            case .quote:
                if isEnd(pounds: pounds, quotes: quotes) {
                    offset += quotes + pounds
                    return
                }
                offset += 1
            case .backslash: try skipEscape(pounds: pounds, quotes: quotes)
            case .newline where quotes == 1, .carriageReturn where quotes == 1: throw .unbalanced
            default: offset += 1
            }
        }
        throw .unbalanced
    }

    private func isEnd(pounds: Int, quotes: Int) -> Bool {
        if quotes == 3, text[offset + 1] != .quote || text[offset + 2] != .quote { return false }
        return pounds == 0 || hasPounds(pounds, at: offset + quotes)
    }

    private mutating func skipEscape(pounds: Int, quotes: Int) throws(Uncertainty) {
        offset += 1
        guard hasPounds(pounds, at: offset) else { return }
        offset += pounds
        switch text[offset] {
        case UInt8(ascii: "("): try skipInterpolation(quotes: quotes)
        // The loop over the content handles line ends.
        case .newline, .carriageReturn, UInt8(ascii: " "), UInt8(ascii: "\t"): break
        default: offset += 1
        }
    }

    private mutating func skipInterpolation(quotes: Int) throws(Uncertainty) {
        guard interpolationDepth < 64 else { throw .tooDeep }
        let start = offset
        offset += 1
        interpolationDepth += 1
        try skip(to: UInt8(ascii: ")"))
        interpolationDepth -= 1
        if interpolationDepth == 0 { interpolations?.append(start + 1..<offset - 1) }
        // The lexer ends a single-line string at the end of the line, wherever that is.
        if quotes == 1, text.hasLineEnd(from: start, to: offset) { throw .unbalanced }
    }
}
