// Braces without types: bodies, accessors, closures.
extension DeclarationScanner {
    /// Passes a body from behind its opening brace to its closing one.
    mutating func passBody() throws(Uncertainty) {
        guard keepsMembers || keepsValue else { return try lexer.skip(to: UInt8(ascii: "}")) }
        if isInFunction {
            isInFunction = false
            return try cutBody(substitute: "")
        }
        switch try firstWordOfBlock() {
        case .accessor: try passAccessors()
        case .nothing: try lexer.skip(to: UInt8(ascii: "}"))
        case .other: try cutBody(substitute: "0")
        }
    }

    mutating func cutBody(substitute: StaticString) throws(Uncertainty) {
        reduced.cut(from: lexer.offset)
        try lexer.skip(to: UInt8(ascii: "}"))
        reduced.resume(at: lexer.offset - 1, substitute: substitute)
    }

    private enum BlockStart {
        case accessor, other, nothing
    }

    /// Returns the kind of a block's first word, after attributes and modifiers.
    private func firstWordOfBlock() throws(Uncertainty) -> BlockStart {
        var ahead = self
        while true {
            let token = try ahead.lexer.next()
            switch token.kind {
            case .at:
                try ahead.passAttributeName()
                let argument = try ahead.lexer.peek()
                if argument.kind == .opening {
                    ahead.lexer.offset = argument.end
                    try ahead.lexer.skip(behind: argument)
                }
            case .word:
                switch Keyword(lexer.text, token.start, token.end) {
                case .modifier: continue
                case .accessor, .`init`: return .accessor
                default: return .other
                }
            case .closingBrace: return .nothing
            case .directive: throw .unusualDeclaration
            default: return .other
            }
        }
    }

    /// Keeps accessors and cuts their bodies. A getter that begins with a word such as `get` loses only its closures,
    /// which does not matter.
    private mutating func passAccessors() throws(Uncertainty) {
        while true {
            let token = try lexer.next()
            switch token.kind {
            case .openingBrace: try cutBody(substitute: "")
            case .closingBrace: return
            case .opening: try lexer.skip(behind: token)
            case .directive: throw .unusualDeclaration
            case .closing, .end: throw .unbalanced
            default: break
            }
        }
    }
}
