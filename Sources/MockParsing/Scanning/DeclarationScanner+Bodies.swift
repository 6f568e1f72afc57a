// Braces that hold no types: bodies, accessors, closures.
extension DeclarationScanner {
    /// The scanner stands behind the opening brace and passes the closing one.
    mutating func passBody() throws(Uncertainty) {
        guard keepsMembers else { return try lexer.skip(to: UInt8(ascii: "}")) }
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

    private mutating func cutBody(substitute: StaticString) throws(Uncertainty) {
        reduced.cut(from: lexer.offset)
        try lexer.skip(to: UInt8(ascii: "}"))
        reduced.resume(at: lexer.offset - 1, substitute: substitute)
    }

    private enum BlockStart {
        case accessor, other, nothing
    }

    /// What a block begins with, behind attributes and modifiers.
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

    /// Accessors stay, their bodies go. A getter that begins with a word like theirs reads as well without the
    /// closures in it.
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
