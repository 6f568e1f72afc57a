internal import MockModel

// Requirements of protocols, members of classes.
extension PlainReader {
    mutating func readMember(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        switch token.word {
        case .func: try readFunction(prefix, block)
        case .var, .let: try readProperty(prefix, block)
        case .subscript: try readSubscript(prefix, block)
        case .`init`: try readInitializer(prefix, block)
        case .deinit where block.kind == .class: try readDeinitializer()
        case .associatedtype where block.kind == .protocol: try readAssociatedType(prefix, block)
        default: throw .notPlain
        }
    }

    mutating func add(
        _ kind: MemberDeclaration.Kind, _ prefix: Prefix, at offset: Int, _ block: Block
    ) throws(Uncertainty) {
        let conditions = builder.conditions.dropFirst(block.outerConditions)
        let annotations = try annotationsOfMember(prefix)
        let member = MemberDeclaration(
            kind: kind, attributes: annotations.isEmpty ? prefix.attributes : prefix.attributes + annotations,
            modifiers: prefix.modifiers, conditions: Array(conditions))
        builder.add(member, at: offset, toType: block.type)
    }

    // MARK: Functions

    private mutating func readFunction(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        try tokens.advanceToFunctionName()
        let offset = token.start
        let name = tokens.string
        let isOperator = token.kind == .operatorName
        guard isOperator || token.isName else { throw .notPlain }
        try tokens.advance()
        let generics = try readGenericParameters()
        let parameters = try readParameters()
        let effects = try readEffects(mayRethrow: true)
        let result = try passIf(.arrow) ? try readType() : nil
        let requirements = try readRequirements()
        try passEmptyBody()
        let function = FunctionDeclaration(
            name: name, isOperator: isOperator, genericParameters: generics, parameters: parameters, effects: effects,
            result: result, genericRequirements: requirements)
        try add(.function(function), prefix, at: offset, block)
    }

    private mutating func readInitializer(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        let offset = token.start
        try tokens.advance()
        var mark = ""
        if token.kind == .question || token.kind == .exclamation {
            mark = tokens.string
            try tokens.advance()
        }
        let generics = try readGenericParameters()
        let parameters = try readParameters()
        let effects = try readEffects(mayRethrow: true)
        let requirements = try readRequirements()
        try passEmptyBody()
        let initializer = InitializerDeclaration(
            optionalMark: mark, genericParameters: generics, parameters: parameters, effects: effects,
            genericRequirements: requirements)
        try add(.initializer(initializer), prefix, at: offset, block)
    }

    private mutating func readDeinitializer() throws(Uncertainty) {
        try tokens.advance()
        try passEmptyBody()
    }

    /// Passes an empty body: the scanner keeps only the braces.
    private mutating func passEmptyBody() throws(Uncertainty) {
        if try passIf(.openingBrace) { try pass(.closingBrace) }
    }

    // MARK: Properties and subscripts

    private mutating func readProperty(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        let isConstant = token.word == .let
        try tokens.advance()
        guard token.word != .contextual, token.word != .ownership, token.word != .specifier else { throw .notPlain }
        let offset = token.start
        let name = try passName(isPlain: false)
        let written = try passIf(.colon) ? try readType() : nil
        var evident: TypeExpression?
        var accessors = Accessors(hasSetter: !isConstant)
        if try passIf(.equal) {
            evident = try readValue()
            if token.kind == .openingBrace, !token.startsLine { accessors = try readObservers() }
        } else {
            guard written != nil else { throw .notPlain }
            if token.kind == .openingBrace { accessors = try readAccessors() }
        }
        let property = PropertyDeclaration(
            name: name, type: written ?? evident, accessors: accessors, isConstant: isConstant)
        try add(.property(property), prefix, at: offset, block)
    }

    private mutating func readSubscript(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        let offset = token.start
        try tokens.advance()
        let generics = try readGenericParameters()
        let parameters = try readParameters()
        try pass(.arrow)
        let result = try readType()
        let requirements = try readRequirements()
        let declaration = SubscriptDeclaration(
            genericParameters: generics, parameters: parameters, result: result, genericRequirements: requirements,
            accessors: try readAccessors())
        try add(.subscript(declaration), prefix, at: offset, block)
    }

    /// Reads the observers of a property with an initial value; any other brace there could begin a closure.
    private mutating func readObservers() throws(Uncertainty) -> Accessors {
        let next = try tokens.peek()
        guard next.kind == .word, next.word == .observer else { throw .notPlain }
        return try readAccessors()
    }

    /// Reads `{ get set }`, or `{0}`, which the scanner leaves of an implicit getter.
    private mutating func readAccessors() throws(Uncertainty) -> Accessors {
        try pass(.openingBrace)
        var accessors = Accessors()
        if try passIf(.integer) {
            try pass(.closingBrace)
            return accessors
        }
        guard token.kind != .closingBrace else { throw .notPlain }
        var bodies = (with: 0, without: 0)
        while token.kind != .closingBrace {
            try readAccessor(&accessors)
            if tokens.previous.kind == .closingBrace { bodies.with += 1 } else { bodies.without += 1 }
        }
        // The parser takes the next brace for the body of an accessor without one.
        guard bodies.with == 0 || bodies.without == 0 else { throw .notPlain }
        try tokens.advance()
        return accessors
    }

    private mutating func readAccessor(_ accessors: inout Accessors) throws(Uncertainty) {
        guard token.kind == .word else { throw .notPlain }
        var modifier: PlainWord?
        if token.word == .mutating || token.word == .nonmutating || token.word == .ownership {
            modifier = token.word
            try tokens.advance()
        }
        let word = token.word
        guard token.kind == .word else { throw .notPlain }
        try tokens.advance()
        switch word {
        case .get:
            accessors.getEffects = try readEffects(mayRethrow: false)
            accessors.isGetterMutating = modifier == .mutating
        case .set, .observer:
            try passNewValueName()
            accessors.hasSetter = true
            accessors.isSetterNonmutating = modifier == .nonmutating
        case .coroutine where tokens.string(tokens.previous.start, tokens.previous.end) == "_modify":
            accessors.hasSetter = true
            accessors.isSetterNonmutating = modifier == .nonmutating
        case .coroutine: break
        default: throw .notPlain
        }
        try passEmptyBody()
    }

    /// Reads `set(value)`.
    private mutating func passNewValueName() throws(Uncertainty) {
        guard token.kind == .openingParenthesis else { return }
        guard !token.startsLine else { throw .notPlain }
        try tokens.advance()
        _ = try passName(isPlain: false)
        try pass(.closingParenthesis)
    }

    // MARK: Associated types

    private mutating func readAssociatedType(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        try tokens.advance()
        let offset = token.start
        let name = try passName()
        let inherited = try readInheritance()
        let standard = try passIf(.equal) ? try readType() : nil
        let associated = AssociatedTypeDeclaration(
            name: name, inherited: inherited, defaultType: standard, genericRequirements: try readRequirements())
        try add(.associatedType(associated), prefix, at: offset, block)
    }
}
