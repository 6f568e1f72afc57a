internal import MockModel

// Default values, initial values, arguments: literals, names, calls of named functions, and collections of these.
extension PlainReader {
    /// The known types of an expression.
    private struct Value {
        /// The expression's type, where `EvidentType` infers one.
        var type: TypeExpression?
        /// The type that the expression names; a call constructs it.
        var named: TypeExpression?
    }

    /// Passes a value; returns its type where `EvidentType` would infer one.
    mutating func readValue() throws(Uncertainty) -> TypeExpression? {
        try readExpression().type
    }

    private mutating func readExpression() throws(Uncertainty) -> Value {
        try nested { (reader) throws(Uncertainty) in
            switch reader.token.kind {
            case .word: return try reader.readWord()
            case .openingBracket: return try reader.readCollectionLiteral()
            case .openingParenthesis: return try reader.readTuple()
            case .integer, .decimal, .minus: return Value(type: try reader.readLiteral())
            case .string, .lines: return try reader.readPostfix(of: Value(type: try reader.readLiteral()))
            case .magicLiteral: try reader.tokens.advance()
            case .openingBrace: try reader.passClosure()
            case .period: return try reader.readImplicitMember()
            default: throw .notPlain
            }
            return Value()
        }
    }

    /// Reads what follows a call or a literal: `!`, `.name`, `.name(1)`. A period may begin the next line.
    private mutating func readPostfix(of value: Value) throws(Uncertainty) -> Value {
        var value = value
        while true {
            switch token.kind {
            case .exclamation:
                try tokens.advance()
                value = if case .optional(let wrapped)? = value.type { Value(type: wrapped) } else { Value() }
            case .period:
                guard !token.followsSpace || token.startsLine else { throw .notPlain }
                try tokens.advance()
                _ = try passMemberName()
                _ = try readCall()
                value = Value()
            default: return value
            }
        }
    }

    // MARK: Literals

    private mutating func readLiteral() throws(Uncertainty) -> TypeExpression {
        let isNegative = try passIf(.minus)
        let type: TypeExpression =
            switch token.kind {
            case .integer: .named("Int")
            case .decimal: .named("Double")
            case .string where !isNegative, .lines where !isNegative: .named("String")
            default: throw .notPlain
            }
        try tokens.advance()
        return type
    }

    /// Reads `[1, 2]`, `[:]`, `[a: b]` or `[Int]()`.
    private mutating func readCollectionLiteral() throws(Uncertainty) -> Value {
        try tokens.advance()
        var elements: [(key: Value, value: Value?)] = []
        let pendingBefore = pending
        if try !passIf(.colon) {
            while token.kind != .closingBracket {
                let key = try readExpression()
                elements.append((key, try passIf(.colon) ? try readExpression() : nil))
                guard try passComma(pendingBefore: pendingBefore) else { break }
            }
        }
        try pass(.closingBracket)
        let isDictionary = elements.first?.value != nil
        guard elements.allSatisfy({ ($0.value != nil) == isDictionary }) else { throw .notPlain }
        let named =
            elements.count == 1 ? collection(elements[0].key.named, elements[0].value?.named, isDictionary) : nil
        if try readCall() != nil { return try readPostfix(of: Value(type: named)) }
        return Value(
            type: collection(uniform(elements.map(\.key.type)), uniform(elements.map { $0.value?.type }), isDictionary),
            named: named)
    }

    private func collection(
        _ key: TypeExpression?, _ value: TypeExpression?, _ isDictionary: Bool
    ) -> TypeExpression? {
        guard let key else { return nil }
        guard isDictionary else { return .array(key) }
        return value.map { .dictionary(key: key, value: $0) }
    }

    private func uniform(_ types: [TypeExpression?]) -> TypeExpression? {
        guard let first = types.first, types.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    private mutating func readTuple() throws(Uncertainty) -> Value {
        let values = try passValues()
        guard token.kind != .openingParenthesis else { throw .notPlain }
        if values.count == 1 { return Value(type: values[0].type) }
        let elements = values.compactMap { label, type in
            type.map { TupleElement(label: label.map { tokens.string($0.lowerBound, $0.upperBound) }, type: $0) }
        }
        return elements.count == values.count && !elements.isEmpty ? Value(type: .tuple(elements)) : Value()
    }

    /// Passes the `{0}` that the scanner leaves of a closure, or `{}` or `{ _ in }`, and a call of it.
    private mutating func passClosure() throws(Uncertainty) {
        try tokens.advance()
        if token.kind == .wildcard {
            repeat { try pass(.wildcard) } while try passIf(.comma)
            guard token.kind == .word, tokens.string == "in" else { throw .notPlain }
            try tokens.advance()
        } else {
            _ = try passIf(.integer)
        }
        try pass(.closingBrace)
        _ = try readCall()
    }

    // MARK: Names

    /// Reads `.none`, `.init()` or `.some(1)`.
    private mutating func readImplicitMember() throws(Uncertainty) -> Value {
        try tokens.advance()
        _ = try passMemberName()
        return try readCall() == nil ? Value() : try readPostfix(of: Value())
    }

    /// Passes a member name: after a period every word is one.
    private mutating func passMemberName() throws(Uncertainty) -> String {
        guard token.kind == .word || token.kind == .escapedName else { throw .notPlain }
        let name = tokens.string
        try tokens.advance()
        return name
    }

    /// Reads `true`, `Name`, `a.b`, `Outer.Inner(1)` or `Cache<Int>()`.
    private mutating func readWord() throws(Uncertainty) -> Value {
        switch token.word {
        case .boolean:
            try tokens.advance()
            return Value(type: .named("Bool"))
        case .nil:
            try tokens.advance()
            return Value()
        case .anyType:
            let name = tokens.string
            try tokens.advance()
            return Value(named: .named(name))
        case .name: return try readNames()
        default: throw .notPlain
        }
    }

    private mutating func readNames() throws(Uncertainty) -> Value {
        var names = [try passMemberName()]
        while token.kind == .period {
            try passPeriod()
            names.append(try passMemberName())
        }
        var arguments: [TypeExpression] = []
        if token.kind == .less {
            arguments = try readArguments()
            // Any other token would make it two comparisons.
            switch token.kind {
            case .openingParenthesis, .closingBracket, .colon, .comma, .closingParenthesis: break
            default: throw .notPlain
            }
        }
        let named = type(names, arguments)
        guard let call = try readCall() else {
            // After a name without a call, other tokens may begin something else.
            return token.kind == .exclamation ? try readPostfix(of: Value()) : Value(named: named)
        }
        let type = named.flatMap { FailableInitializers.result(of: $0, call.first) }
        return try readPostfix(of: Value(type: type))
    }

    /// The type that the names denote, if all of them are capitalised.
    private func type(_ names: [String], _ arguments: [TypeExpression]) -> TypeExpression? {
        var names = names
        if names.count > 1, names.last == "init", arguments.isEmpty { names.removeLast() }
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

    // MARK: Calls

    /// The first argument of a call.
    private struct Call {
        var first: (label: String?, type: TypeExpression?)?
    }

    /// Reads arguments if present.
    private mutating func readCall() throws(Uncertainty) -> Call? {
        guard token.kind == .openingParenthesis else { return nil }
        guard !token.followsSpace else { throw .notPlain }
        let first = try passValues().first
        return Call(first: first.map { ($0.label.map { tokens.string($0.lowerBound, $0.upperBound) }, $0.type) })
    }

    /// Reads `(1, label: name)`; returns the place of each label, and the type of each value if it is known.
    @discardableResult
    mutating func passValues() throws(Uncertainty) -> [(label: Range<Int>?, type: TypeExpression?)] {
        try pass(.openingParenthesis)
        var values: [(label: Range<Int>?, type: TypeExpression?)] = []
        if try passIf(.closingParenthesis) { return values }
        let pendingBefore = pending
        repeat {
            var label: Range<Int>?
            if token.kind == .word, token.word != .inout, tokens.text[token.end] == UInt8(ascii: ":") {
                label = token.start..<token.end
                try tokens.advance()
                try pass(.colon)
            }
            values.append((label, try readValue()))
        } while try passComma(pendingBefore: pendingBefore)
        try pass(.closingParenthesis)
        return values
    }
}
