internal import MockModel

// Types.
extension PlainReader {
    mutating func readType() throws(Uncertainty) -> TypeExpression {
        // Most types are plain names.
        if token.kind == .word, token.word == .name {
            let (start, end) = (token.start, token.end)
            switch tokens.text[end] {
            case UInt8(ascii: ")"), UInt8(ascii: ">"), UInt8(ascii: "]"), UInt8(ascii: ","):
                try tokens.advance()
                return .named(tokens.string(start, end))
            default: break
            }
        }
        return try nested { (reader) throws(Uncertainty) in
            guard reader.token.kind == .word, reader.token.word == .repeat else { return try reader.readScalar() }
            try reader.tokens.advance()
            return .packExpansion(try reader.readScalar())
        }
    }

    /// Reads a type with its specifiers and attributes, except a pack expansion.
    private mutating func readScalar() throws(Uncertainty) -> TypeExpression {
        let specifiers = try readSpecifiers()
        var attributes: [String] = []
        while token.kind == .at { attributes.append(try readAttribute(of: .type)) }
        let type: TypeExpression
        if token.kind == .openingParenthesis {
            // Parentheses after an attribute could be its arguments, unless a function type follows.
            type = try readParenthesized(mustBeFunction: !attributes.isEmpty)
        } else {
            type = try readComposition()
        }
        guard !specifiers.isEmpty || !attributes.isEmpty else { return type }
        return .attributed(specifiers: specifiers, attributes: attributes, type)
    }

    private mutating func readSpecifiers() throws(Uncertainty) -> [String] {
        var specifiers: [String] = []
        while token.kind == .word, token.word == .inout || token.word == .specifier || token.word == .ownership {
            let next = try tokens.peek()
            guard !next.startsLine, canFollowSpecifier(next) else { throw .notPlain }
            specifiers.append(tokens.string)
            try tokens.advance()
        }
        return specifiers
    }

    private func canFollowSpecifier(_ next: PlainToken) -> Bool {
        switch next.kind {
        case .at, .openingParenthesis, .openingBracket, .escapedName, .tilde: true
        case .word: !next.word.isReserved || next.word == .anyType || next.word == .selfType || next.word == .inout
        default: false
        }
    }

    /// Reads `some P`, `any P & Q`, `each T`, `A & B`, or a single type.
    private mutating func readComposition() throws(Uncertainty) -> TypeExpression {
        guard token.kind == .word else { return try readMembersOfComposition() }
        switch token.word {
        case .some:
            try tokens.advance()
            return try readMembersOfComposition().insideOptional { .some($0) }
        case .any:
            try tokens.advance()
            return try readMembersOfComposition().insideOptional { .any($0) }
        case .each:
            try tokens.advance()
            return .packElement(try readSimpleType())
        default: return try readMembersOfComposition()
        }
    }

    private mutating func readMembersOfComposition() throws(Uncertainty) -> TypeExpression {
        let first = try readSimpleType()
        return token.kind == .ampersand ? try readComposition(from: first) : first
    }

    private mutating func readComposition(from first: TypeExpression) throws(Uncertainty) -> TypeExpression {
        var members = [first]
        while try passIf(.ampersand) { members.append(try readSimpleType()) }
        return .composition(members)
    }

    private mutating func readSimpleType() throws(Uncertainty) -> TypeExpression {
        guard try passIf(.tilde) else { return try readPostfix(of: readBase()) }
        return .suppressed(try readPostfix(of: readBase()))
    }

    private mutating func readBase() throws(Uncertainty) -> TypeExpression {
        switch token.kind {
        case .word, .escapedName: return try readNamed()
        case .openingBracket: return try readCollection()
        case .openingParenthesis:
            let elements = try readElements()
            return try tuple(elements)
        default: throw .notPlain
        }
    }

    private mutating func readNamed() throws(Uncertainty) -> TypeExpression {
        let canHaveArguments: Bool
        switch token.word {
        case .name, .metatype: canHaveArguments = true
        case .anyType, .selfType: canHaveArguments = false
        default: throw .notPlain
        }
        let name = tokens.string
        try tokens.advance()
        guard token.kind == .less else { return .named(name) }
        guard canHaveArguments else { throw .notPlain }
        return .named(name, arguments: try readArguments())
    }

    /// Reads `<A, B>`.
    mutating func readArguments() throws(Uncertainty) -> [TypeExpression] {
        try readAngleList { reader throws(Uncertainty) in try reader.readType() }
    }

    private mutating func readPostfix(of base: TypeExpression) throws(Uncertainty) -> TypeExpression {
        var type = base
        while true {
            switch token.kind {
            case .question: type = .optional(type)
            case .exclamation: type = .implicitlyUnwrapped(type)
            case .period:
                try passPeriod()
                guard token.word == .metatype, token.kind == .word else {
                    let name = try passName()
                    type = .member(of: type, name, arguments: token.kind == .less ? try readArguments() : [])
                    continue
                }
                type = tokens.string == "Type" ? .metatype(type) : .protocolMetatype(type)
            default: return type
            }
            try tokens.advance()
        }
    }

    private mutating func readCollection() throws(Uncertainty) -> TypeExpression {
        try tokens.advance()
        let element = try readType()
        if try passIf(.colon) {
            let value = try readType()
            try pass(.closingBracket)
            return .dictionary(key: element, value: value)
        }
        try pass(.closingBracket)
        return .array(element)
    }

    // MARK: Tuples and functions

    /// An element of a tuple, or a parameter of a function type.
    private struct Element {
        var firstName: String?
        var secondName: String?
        var type: TypeExpression
        var isVariadic = false
    }

    private mutating func readParenthesized(mustBeFunction: Bool) throws(Uncertainty) -> TypeExpression {
        let elements = try readElements()
        let effects = try readEffects(mayRethrow: false)
        if token.kind == .arrow {
            try tokens.advance()
            return .function(
                FunctionType(
                    parameters: elements.map {
                        FunctionType.Parameter(name: $0.secondName, type: $0.type, isVariadic: $0.isVariadic)
                    },
                    effects: effects, result: try readType()))
        }
        guard !mustBeFunction, effects == .none else { throw .notPlain }
        let type = try readPostfix(of: tuple(elements))
        return token.kind == .ampersand ? try readComposition(from: type) : type
    }

    private mutating func readElements() throws(Uncertainty) -> [Element] {
        try tokens.advance()
        var elements: [Element] = []
        if try passIf(.closingParenthesis) { return elements }
        repeat {
            elements.append(try readElement())
        } while try passIf(.comma)
        try pass(.closingParenthesis)
        return elements
    }

    private mutating func readElement() throws(Uncertainty) -> Element {
        var names = (first: nil as String?, second: nil as String?)
        if try beginsName() {
            names.first = try passLabel()
            if token.kind != .colon { names.second = try passLabel() }
            try pass(.colon)
        }
        let type = try readType()
        return Element(
            firstName: names.first, secondName: names.second, type: type, isVariadic: try passIf(.ellipsis))
    }

    /// True if the element begins with a name: a colon or another name follows.
    private func beginsName() throws(Uncertainty) -> Bool {
        guard token.isLabel else { return false }
        switch tokens.text[token.end] {
        case UInt8(ascii: ":"): return true
        case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: "?"), UInt8(ascii: "."):
            return false
        default: break
        }
        let next = try tokens.peek()
        if next.kind == .colon { return true }
        guard next.isLabel else { return false }
        guard isSpecifierBeforeName else { return true }
        // `some P` is a type; `some x: P` begins with an argument label, which does not occur in practice.
        var ahead = tokens
        try ahead.advance()
        guard try ahead.peek().kind != .colon else { throw .notPlain }
        return false
    }

    /// True for a word that begins a type unless a colon follows.
    private var isSpecifierBeforeName: Bool {
        guard token.kind == .word else { return false }
        switch token.word {
        case .some, .any, .each, .repeat, .specifier, .ownership: return true
        default: return false
        }
    }

    /// The tuple of the elements. A single element without a label is a type in parentheses.
    private func tuple(_ elements: [Element]) throws(Uncertainty) -> TypeExpression {
        guard !elements.contains(where: \.isVariadic) else { throw .notPlain }
        if let only = elements.first, elements.count == 1, only.firstName == nil {
            if case .packExpansion = only.type {} else { return only.type }
        }
        return .tuple(elements.map { TupleElement(label: $0.firstName, type: $0.type) })
    }
}
