internal import MockModel

// The common parts of the heads of types and functions.
extension PlainReader {
    // MARK: Generics

    /// Reads `<T: P, each U>` if present.
    mutating func readGenericParameters() throws(Uncertainty) -> [GenericParameter] {
        guard token.kind == .less else { return [] }
        return try readAngleList { reader throws(Uncertainty) in
            var specifier: String?
            if reader.token.kind == .word, reader.token.word == .each || reader.token.word == .let {
                specifier = reader.tokens.string
                try reader.tokens.advance()
            }
            let name = try reader.passName()
            let constraint = try reader.passIf(.colon) ? try reader.readGenericConstraint() : nil
            return GenericParameter(specifier: specifier, name: name, constraint: constraint)
        }
    }

    /// Reads a comma-separated list up to `>`; the current token is `<`.
    mutating func readAngleList<Element>(
        _ read: (inout PlainReader) throws(Uncertainty) -> Element
    ) throws(Uncertainty) -> [Element] {
        guard !token.followsSpace else { throw .notPlain }
        var elements: [Element] = []
        repeat {
            try tokens.advance()
            elements.append(try read(&self))
        } while token.kind == .comma
        try pass(.greater)
        return elements
    }

    private mutating func readGenericConstraint() throws(Uncertainty) -> TypeExpression {
        guard token.isName || token.word == .anyType || token.kind == .tilde else { throw .notPlain }
        return try readType()
    }

    /// Reads the `<Element>` of a protocol if present.
    mutating func readPrimaryAssociatedTypes() throws(Uncertainty) -> [String] {
        guard token.kind == .less else { return [] }
        return try readAngleList { reader throws(Uncertainty) in try reader.passName() }
    }

    /// Reads `: A, B` if present.
    mutating func readInheritance() throws(Uncertainty) -> [TypeExpression] {
        guard token.kind == .colon else { return [] }
        var types: [TypeExpression] = []
        repeat {
            try tokens.advance()
            if token.kind == .word, token.word == .class {
                types.append(.named("AnyObject"))
                try tokens.advance()
            } else {
                types.append(try readType())
            }
        } while token.kind == .comma
        return types
    }

    /// Reads `where T: P, U == V` if present.
    mutating func readRequirements() throws(Uncertainty) -> [GenericRequirement] {
        guard token.kind == .word, token.word == .where else { return [] }
        var requirements: [GenericRequirement] = []
        repeat {
            try tokens.advance()
            let left = try readType()
            let relation: GenericRequirement.Relation = token.kind == .colon ? .conforms : .equals
            guard token.kind == .colon || token.kind == .doubleEqual else { throw .notPlain }
            try tokens.advance()
            guard tokens.text[token.start] != UInt8(ascii: "_") || !Self.layouts.contains(tokens.string) else {
                throw .notPlain
            }
            requirements.append(GenericRequirement(left: left, relation: relation, right: try readType()))
        } while token.kind == .comma
        return requirements
    }

    /// Layout constraints: they have the place of a type but are none.
    private static let layouts: Set = [
        "_Trivial", "_TrivialAtMost", "_TrivialStride", "_UnknownLayout", "_RefCountedObject",
        "_NativeRefCountedObject", "_Class", "_NativeClass", "_BridgeObject",
    ]

    // MARK: Parameters and effects

    mutating func readParameters() throws(Uncertainty) -> [ParameterDeclaration] {
        guard !token.startsLine else { throw .notPlain }
        try pass(.openingParenthesis)
        var parameters: [ParameterDeclaration] = []
        if try passIf(.closingParenthesis) { return parameters }
        let pendingBefore = pending
        repeat {
            parameters.append(try readParameter())
        } while try passComma(pendingBefore: pendingBefore)
        try pass(.closingParenthesis)
        return parameters
    }

    private mutating func readParameter() throws(Uncertainty) -> ParameterDeclaration {
        var attributes: [String] = []
        while token.kind == .at { attributes.append(try readAttribute(of: .parameter)) }
        let firstName = try passLabel()
        var secondName: String?
        if token.kind != .colon { secondName = try passLabel() }
        try pass(.colon)
        let type = try readType()
        let isVariadic = try passIf(.ellipsis)
        let hasDefault = token.kind == .equal
        if hasDefault {
            try tokens.advance()
            _ = try readValue()
        }
        return ParameterDeclaration(
            attributes: attributes, firstName: firstName, secondName: secondName, type: type, isVariadic: isVariadic,
            hasDefault: hasDefault)
    }

    mutating func passLabel() throws(Uncertainty) -> String {
        guard token.isLabel else { throw .notPlain }
        let name = tokens.string
        try tokens.advance()
        return name
    }

    /// Reads `async throws(E)`, as far as present.
    mutating func readEffects(mayRethrow: Bool) throws(Uncertainty) -> Effects {
        var effects = Effects.none
        guard token.kind == .word else { return effects }
        if token.word == .async, !token.startsLine {
            effects.isAsync = true
            try tokens.advance()
        }
        guard token.kind == .word else { return effects }
        if token.word == .throws {
            try tokens.advance()
            effects.throwing = .untyped
            if token.kind == .openingParenthesis {
                guard !token.followsSpace else { throw .notPlain }
                try tokens.advance()
                effects.throwing = .typed(try readType())
                try pass(.closingParenthesis)
            }
        } else if token.word == .rethrows, mayRethrow {
            try tokens.advance()
            effects.throwing = .rethrows
        }
        return effects
    }
}
