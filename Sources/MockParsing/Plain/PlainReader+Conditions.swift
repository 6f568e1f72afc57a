internal import MockModel

// `#if` between declarations.
extension PlainReader {
    mutating func readConditional(_ block: Block) throws(Uncertainty) {
        guard token.startsLine else { throw .notPlain }
        var chain = ConditionChain()
        var directive = token.kind
        let pendingOutside = pending + 1
        repeat {
            builder.conditions.append(chain.next(try passDirective(directive)))
            try readItems(block)
            builder.conditions.removeLast()
            resetPending(to: pendingOutside)
            // After `#else`, only `#endif` may follow.
            guard directive != .else || token.kind == .endif else { throw .notPlain }
            directive = token.kind
        } while directive == .elseif || directive == .else
        guard directive == .endif else { throw .unbalanced }
        _ = try passDirective(directive)
    }

    /// Moves to the next line; returns the condition.
    private mutating func passDirective(_ directive: PlainToken.Kind) throws(Uncertainty) -> String? {
        guard token.startsLine else { throw .notPlain }
        var text: String?
        if directive == .if || directive == .elseif {
            var condition = PlainCondition(tokens.text, from: token.end)
            text = try condition.read()
            try tokens.resume(at: condition.offset)
        } else {
            try tokens.advance()
        }
        guard token.startsLine || token.kind == .end else { throw .notPlain }
        return text
    }
}

/// Reads the condition after `#if`, and prints it with normalized spaces: `os(Linux) && !(A || swift(>=6.0))`.
private struct PlainCondition {
    private let text: Bytes
    private(set) var offset: Int

    init(_ text: Bytes, from offset: Int) {
        self.text = text
        self.offset = offset
    }

    mutating func read() throws(Uncertainty) -> String {
        guard text[offset] == UInt8(ascii: " ") else { throw .notPlain }
        while text[offset] == UInt8(ascii: " ") { offset += 1 }
        let start = offset
        try passTerms(depth: 0)
        return String(decoding: UnsafeBufferPointer(rebasing: text.buffer[start..<offset]), as: UTF8.self)
    }

    private mutating func passTerms(depth: Int) throws(Uncertainty) {
        guard depth < 8 else { throw .tooDeep }
        try passTerm(depth)
        while text.hasPrefix(" && ", at: offset) || text.hasPrefix(" || ", at: offset) {
            offset += 4
            try passTerm(depth)
        }
    }

    private mutating func passTerm(_ depth: Int) throws(Uncertainty) {
        if text[offset] == UInt8(ascii: "!") { offset += 1 }
        if text[offset] == UInt8(ascii: "(") {
            offset += 1
            try passTerms(depth: depth + 1)
            return try pass(UInt8(ascii: ")"))
        }
        if text.isWord("true", at: offset) || text.isWord("false", at: offset) {
            offset += text[offset] == UInt8(ascii: "t") ? 4 : 5
            return
        }
        try passName()
        guard text[offset] == UInt8(ascii: "(") else { return }
        offset += 1
        if text[offset].isPlainLetter || text[offset] == UInt8(ascii: "$") {
            try passName()
            while text[offset] == UInt8(ascii: ".") {
                offset += 1
                try passName()
            }
        } else {
            try passVersion()
        }
        try pass(UInt8(ascii: ")"))
    }

    private mutating func pass(_ byte: UInt8) throws(Uncertainty) {
        guard text[offset] == byte else { throw .notPlain }
        offset += 1
    }

    private mutating func passName() throws(Uncertainty) {
        if text[offset] == UInt8(ascii: "$") { offset += 1 }
        let start = offset
        guard text[start].isPlainLetter else { throw .notPlain }
        while text[offset].isPlainLetter || text[offset].isDigit { offset += 1 }
        guard !text[offset].isWord, PlainWord(text, start, offset) == .name else { throw .notPlain }
    }

    /// Reads `>=5.10` or `<6`.
    private mutating func passVersion() throws(Uncertainty) {
        if text.hasPrefix(">=", at: offset) { offset += 2 } else { try pass(UInt8(ascii: "<")) }
        repeat {
            guard text[offset].isDigit else { throw .notPlain }
            while text[offset].isDigit { offset += 1 }
            guard text[offset] == UInt8(ascii: ".") else { return }
            offset += 1
        } while true
    }
}
