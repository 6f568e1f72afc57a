internal import MockModel

// Declarations, from their attributes to the end of their heads.
extension PlainReader {
    /// The tokens before the keyword of a declaration.
    struct Prefix {
        /// The end of the token before the declaration: the comments above it begin there.
        var space = 0
        /// The start of the declaration's first token.
        var start = 0
        var attributes: [String] = []
        var modifiers: [String] = []
        var isFinal = false
    }

    mutating func readItem(_ block: Block) throws(Uncertainty) {
        if token.kind == .placeholder, block.kind == .file || block.kind == .types { return try tokens.advance() }
        let prefix = try readPrefix()
        guard token.kind == .word else { throw .notPlain }
        switch (token.word, block.kind) {
        case (.import, .file): try readImport(prefix)
        case (.extension, .file): try readExtension(prefix)
        case (.typealias, .file), (.typealias, .types), (.typealias, .class), (.typealias, .protocol):
            try readTypealias(prefix, block)
        case (_, .protocol): try readMember(prefix, block)
        case (.protocol, _): try readProtocol(prefix)
        case (.class, _): try readNominal(.class, prefix)
        case (.struct, _): try readNominal(.struct, prefix)
        case (.enum, _): try readNominal(.enum, prefix)
        case (.actor, _): try readNominal(.actor, prefix)
        case (_, .class): try readMember(prefix, block)
        default: throw .notPlain
        }
    }

    // MARK: Before the keyword

    private mutating func readPrefix() throws(Uncertainty) -> Prefix {
        var prefix = Prefix(space: tokens.previous.end, start: token.start)
        while token.kind == .at { prefix.attributes.append(try readAttribute(of: .declaration)) }
        while token.kind == .word, let modifier = try readModifier() {
            if modifier == "final" { prefix.isFinal = true }
            prefix.modifiers.append(modifier)
        }
        return prefix
    }

    private mutating func readModifier() throws(Uncertainty) -> String? {
        switch token.word {
        case .nonisolated, .unowned, .reservedModifier, .modifier: break
        case .class: guard try isMember(tokens.peek()) else { return nil }
        case _ where token.word.isModifier: break
        default: return nil
        }
        let (word, start, end) = (token.word, token.start, token.end)
        try tokens.advance()
        guard token.kind == .openingParenthesis else { return tokens.string(start, end) }
        return try readDetail(word, start, end)
    }

    /// True if the next token makes `class` a modifier of a type member.
    private func isMember(_ next: PlainToken) -> Bool {
        guard next.kind == .word else { return false }
        switch next.word {
        case .func, .var, .let, .subscript: return true
        default: return false
        }
    }

    /// Reads `private(set)`, `unowned(safe)` or `nonisolated(unsafe)`, written without spaces.
    private mutating func readDetail(_ word: PlainWord, _ start: Int, _ end: Int) throws(Uncertainty) -> String {
        let modifier = tokens.string(start, end)
        var closing = token.end
        while tokens.text[closing].isPlainLetter { closing += 1 }
        let details: [String] =
            switch word {
            case .reservedModifier where modifier != "static": ["(set)"]
            case .unowned: ["(safe)", "(unsafe)"]
            case .nonisolated: ["(unsafe)", "(nonsending)"]
            default: []
            }
        guard tokens.text[closing] == UInt8(ascii: ")") else { throw .notPlain }
        let detail = tokens.string(token.start, closing + 1)
        guard !token.followsSpace, details.contains(detail) else { throw .notPlain }
        try tokens.resume(at: closing + 1)
        return modifier + detail
    }

    // MARK: Types

    private mutating func readProtocol(_ prefix: Prefix) throws(Uncertainty) {
        let keyword = token.start
        try tokens.advance()
        let nameOffset = token.start
        let name = try passName()
        let primary = try readPrimaryAssociatedTypes()
        let inherited = try readInheritance()
        let requirements = try readRequirements()
        let index = builder.add(
            TypeDeclaration(
                kind: .protocol, name: name, enclosing: builder.enclosing, attributes: prefix.attributes,
                modifiers: builder.modifiers(prefix.modifiers), primaryAssociatedTypes: primary, inherited: inherited,
                genericRequirements: requirements, conditions: builder.conditions,
                annotation: try annotation(prefix, keyword: keyword),
                annotations: try annotations(prefix, keyword: keyword)),
            at: nameOffset)
        try readBlock(Block(kind: .protocol, type: index, outerConditions: builder.conditions.count))
    }

    private mutating func readNominal(_ kind: TypeDeclaration.Kind, _ prefix: Prefix) throws(Uncertainty) {
        let keyword = token.start
        try tokens.advance()
        guard !token.startsLine else { throw .notPlain }
        let nameOffset = token.start
        let name = try passName()
        let generics = try readGenericParameters()
        let inherited = try readInheritance()
        let requirements = try readRequirements()
        let modifiers = builder.modifiers(prefix.modifiers)
        let index = builder.add(
            TypeDeclaration(
                kind: kind, name: name, enclosing: builder.enclosing, attributes: prefix.attributes,
                modifiers: modifiers, genericParameters: generics, inherited: inherited,
                genericRequirements: requirements, conditions: builder.conditions,
                annotation: try annotation(prefix, keyword: keyword),
                annotations: try annotations(prefix, keyword: keyword)),
            at: nameOffset)
        let outer = builder.enter([name], limit: SourceBuilder.level(of: modifiers))
        // A final class has no subclasses, so its members are not needed.
        let hasMembers = kind == .class && !prefix.isFinal
        try readBlock(
            Block(
                kind: hasMembers ? .class : .types, type: index, outerConditions: builder.conditions.count))
        builder.leave([name], to: outer)
    }

    private mutating func readExtension(_ prefix: Prefix) throws(Uncertainty) {
        let keyword = token.start
        try tokens.advance()
        let nameOffset = token.start
        var names = [try passName()]
        while token.kind == .period {
            try passPeriod()
            names.append(try passName())
        }
        let (inherited, requirements) = (try readInheritance(), try readRequirements())
        if let comments = try comments(prefix, keyword: keyword) {
            builder.addRequest(
                of: names, isPlain: inherited.isEmpty && requirements.isEmpty, attributes: prefix.attributes,
                modifiers: prefix.modifiers, in: comments, at: nameOffset)
        }
        if !inherited.isEmpty {
            builder.noteConformances(of: names, to: inherited, prefix.attributes)
        }
        let level = SourceBuilder.level(of: prefix.modifiers)
        let outer = builder.enter(names, implied: level, limit: level, attributes: prefix.attributes)
        try readBlock(Block(kind: .types))
        builder.leave(names, to: outer)
    }

    private mutating func readBlock(_ block: Block) throws(Uncertainty) {
        try pass(.openingBrace)
        try readItems(block)
        try pass(.closingBrace)
    }

    /// Reads a typealias: in a protocol it is a member, in a class also a type.
    private mutating func readTypealias(_ prefix: Prefix, _ block: Block) throws(Uncertainty) {
        let keyword = token.start
        try tokens.advance()
        let nameOffset = token.start
        let name = try passName()
        let generics = try readGenericParameters()
        try pass(.equal)
        let target = try readType()
        _ = try readRequirements()
        if block.kind == .class || block.kind == .protocol {
            let alias = TypealiasDeclaration(name: name, genericParameters: generics, target: target)
            try add(.typealias(alias), prefix, at: prefix.start, block)
        }
        guard block.kind != .protocol else { return }
        let annotation = try comments(prefix, keyword: keyword).flatMap {
            builder.annotation(in: $0, ofTypealiasTo: target, generics, at: nameOffset)
        }
        builder.add(
            TypeDeclaration(
                kind: .typealias, name: name, enclosing: builder.enclosing, attributes: prefix.attributes,
                modifiers: builder.modifiers(prefix.modifiers), genericParameters: generics, aliased: target,
                conditions: builder.conditions, annotation: annotation),
            at: nameOffset)
    }

    // MARK: Imports

    private mutating func readImport(_ prefix: Prefix) throws(Uncertainty) {
        guard prefix.modifiers.count < 2, prefix.modifiers.first?.hasSuffix(")") != true else { throw .notPlain }
        try tokens.advance()
        var kind: String?
        switch token.word {
        case .typealias, .struct, .class, .enum, .protocol, .var, .let, .func:
            kind = tokens.string
            try tokens.advance()
        default: break
        }
        let start = token.start
        var end = token.end
        _ = try passName(isPlain: false)
        while token.kind == .period {
            try passPeriod()
            end = token.end
            _ = try passName(isPlain: false)
        }
        builder.add(
            ImportDeclaration(
                attributes: prefix.attributes, access: prefix.modifiers.first, kind: kind,
                path: tokens.string(start, end), conditions: builder.conditions))
    }

    /// Passes a period without spaces around it.
    mutating func passPeriod() throws(Uncertainty) {
        guard !token.followsSpace else { throw .notPlain }
        try pass(.period)
    }
}
