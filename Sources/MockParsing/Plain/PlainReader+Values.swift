internal import MockModel

// Default values, initial values, arguments of attributes: literals, names, and calls of what has a name.
extension PlainReader {
    /// Passes a value; gives its type where `EvidentType` would.
    mutating func readValue() throws(Uncertainty) -> TypeExpression? {
        try nested { (reader) throws(Uncertainty) in try reader.readValueWithinBounds() }
    }

    private mutating func readValueWithinBounds() throws(Uncertainty) -> TypeExpression? {
        switch token.kind {
        case .integer, .decimal, .string: return try readLiteral()
        case .minus:
            try tokens.advance()
            guard token.kind != .string else { throw .notPlain }
            return try readLiteral()
        case .magicLiteral: try tokens.advance()
        case .openingBracket:
            try tokens.advance()
            _ = try passIf(.colon)
            try pass(.closingBracket)
        case .openingBrace: try passClosure()
        case .period: try passImplicitMember()
        case .word where token.word == .boolean:
            try tokens.advance()
            return .named("Bool")
        case .word where token.word == .nil: try tokens.advance()
        default: return try readNameOrCall()
        }
        return nil
    }

    private mutating func readLiteral() throws(Uncertainty) -> TypeExpression {
        let type: TypeExpression =
            switch token.kind {
            case .integer: .named("Int")
            case .decimal: .named("Double")
            case .string: .named("String")
            default: throw .notPlain
            }
        try tokens.advance()
        return type
    }

    /// The `{0}` that the scanner leaves, perhaps called.
    private mutating func passClosure() throws(Uncertainty) {
        try tokens.advance()
        try pass(.integer)
        try pass(.closingBrace)
        guard token.kind == .openingParenthesis else { return }
        guard !token.followsSpace else { throw .notPlain }
        try tokens.advance()
        try pass(.closingParenthesis)
    }

    /// `.none`, `.init()`, `.some(1)`
    private mutating func passImplicitMember() throws(Uncertainty) {
        try tokens.advance()
        let isInitializer = token.kind == .word && token.word == .`init`
        if isInitializer { try tokens.advance() } else { _ = try passName() }
        guard token.kind == .openingParenthesis || isInitializer else { return }
        guard token.kind == .openingParenthesis, !token.followsSpace else { throw .notPlain }
        try passValues()
    }

    /// `Name`, `a.b`, `Outer.Inner(1)`, `Cache<Int>()`
    private mutating func readNameOrCall() throws(Uncertainty) -> TypeExpression? {
        guard token.kind == .word, token.word == .name else { throw .notPlain }
        var names: [String] = []
        var isInitializer = false
        repeat {
            if !names.isEmpty { try passPeriod() }
            isInitializer = !names.isEmpty && token.kind == .word && token.word == .`init`
            if isInitializer { try tokens.advance() } else { names.append(try passName()) }
        } while token.kind == .period && !isInitializer
        var arguments: [TypeExpression] = []
        let isSpecialized = token.kind == .less
        if isSpecialized { arguments = try readArguments() }
        guard token.kind == .openingParenthesis else {
            guard !isInitializer, !isSpecialized else { throw .notPlain }
            return nil
        }
        guard !token.followsSpace else { throw .notPlain }
        try passValues()
        return constructed(names, arguments)
    }

    /// The type that a call constructs, if all its names are capitalised.
    private func constructed(_ names: [String], _ arguments: [TypeExpression]) -> TypeExpression? {
        var type: TypeExpression?
        for (index, name) in names.enumerated() {
            guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                return nil
            }
            let own = index == names.count - 1 ? arguments : []
            type = type.map { .member(of: $0, name, arguments: own) } ?? .named(name, arguments: own)
        }
        return type
    }

    /// `(1, label: name)`
    mutating func passValues() throws(Uncertainty) {
        try pass(.openingParenthesis)
        if try passIf(.closingParenthesis) { return }
        repeat {
            if token.kind == .word, token.word != .inout, tokens.text[token.end] == UInt8(ascii: ":") {
                try tokens.advance()
                try tokens.advance()
            }
            _ = try readValue()
        } while try passIf(.comma)
        try pass(.closingParenthesis)
    }
}
