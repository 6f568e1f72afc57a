internal import MockModel

// The tokens before the brace: attributes, modifiers, keywords, names.
extension DeclarationScanner {
    mutating func readWord(_ token: Token) throws(Uncertainty) {
        guard previous != .period, let keyword = Keyword(lexer.text, token.start, token.end) else {
            return follow(.boundary)
        }
        if head != nil { return try readWordInHead(keyword) }
        switch keyword {
        case .modifier: try readModifier(token)
        case .class: try readClass(token)
        case .actor: try readActor(token)
        case .protocol:
            concernsMocks = true
            try noteName(.protocol)
            try beginType(token, .whole)
        case .struct: try beginNamedType(token, .struct, .types)
        case .enum: try beginNamedType(token, .enum, .types)
        case .extension:
            try noteExtension()
            try beginType(token, .types)
        case .import: try readImport(token)
        case .typealias: try readTypealias(token)
        case .`init`:
            try noteMember(keyword)
            beginMember(isFunction: true)
        case .var, .let:
            try noteMember(keyword)
            beginMember(isFunction: false, isValue: prefixStart != nil && isStatic)
        case .func, .deinit: beginMember(isFunction: true)
        case .case: beginMember(isFunction: false, isValue: true)
        case .subscript, .operator, .precedencegroup, .associatedtype: beginMember(isFunction: false)
        case .accessor: follow(.boundary)
        }
    }

    /// Reads a word in the head of a declaration. Of the declaration keywords, only `class` can occur there, as a
    /// constraint.
    private mutating func readWordInHead(_ keyword: Keyword) throws(Uncertainty) {
        switch keyword {
        case .modifier, .actor, .accessor: follow(.boundary)
        case .class where previous == .separator: follow(.boundary)
        default: throw .unusualDeclaration
        }
    }

    // MARK: Attributes and modifiers

    private var canBeginDeclaration: Bool {
        switch previous {
        case .boundary, .prefix: true
        case .introducer, .period, .separator: false
        }
    }

    private mutating func readModifier(_ token: Token) throws(Uncertainty) {
        guard canBeginDeclaration else { return follow(.boundary) }
        // In `given ?? prefix` it is a name.
        if previous == .boundary, !token.startsLine, !lexer.text.endsItem(at: previousEnd) {
            throw .unusualDeclaration
        }
        beginPrefix()
        if lexer.text.isWord("final", at: token.start) { isFinal = true }
        if blocks.count < 2, let level = Self.level(lexer.text, token.start) { access = level }
        if initializer != nil || purpose == .values {
            if lexer.text.isWord("static", at: token.start) { isStatic = true }
            if isStatic || lexer.text.isWord("lazy", at: token.start) { memberPrefix.isUnset = true }
        }
    }

    private static func level(_ text: Bytes, _ start: Int) -> AccessLevel? {
        if text.isWord("public", at: start) { return .public }
        if text.isWord("private", at: start) { return .private }
        if text.isWord("fileprivate", at: start) { return .fileprivate }
        if text.isWord("package", at: start) { return .package }
        return text.isWord("open", at: start) ? .open : nil
    }

    private mutating func beginPrefix() {
        if prefixStart == nil {
            prefixStart = previousEnd
            isFinal = false
            isStatic = false
            access = nil
            memberPrefix = PlainInitializer.Prefix()
        }
        previous = .prefix
    }

    /// Reads `@Name`, `@Module::Name` or `@Module.Name<Int>`; parentheses follow as separate tokens.
    mutating func readAttribute() throws(Uncertainty) {
        guard head == nil, canBeginDeclaration else { return follow(.separator) }
        beginPrefix()
        memberPrefix.hasAttribute = true
        try passAttributeName()
    }

    mutating func passAttributeName() throws(Uncertainty) {
        while true {
            let name = try lexer.next()
            guard name.kind == .word || name.kind == .escapedName else { throw .unusualDeclaration }
            // A global actor affects the isolation of mocks, a declaration in an SPI group is visible only to files that
            // import the group, and an exported import is visible in other files.
            if ["globalActor", "_spi", "_exported"].contains(where: { lexer.text.isWord($0, at: name.start) }) {
                concernsMocks = true
            }
            if lexer.text.hasPrefix("::", at: lexer.offset) {
                lexer.offset += 2
                continue
            }
            if lexer.text[lexer.offset] == UInt8(ascii: "<") { try passGenericArguments() }
            guard lexer.text[lexer.offset] == UInt8(ascii: ".") else { return }
            lexer.offset += 1
        }
    }

    private mutating func passGenericArguments() throws(Uncertainty) {
        var depth = 0
        repeat {
            let token = try lexer.next()
            switch token.kind {
            case .operator: depth += Self.angleBalance(token, in: lexer.text)
            case .opening: try lexer.skip(behind: token)
            case .word, .escapedName, .period, .comma, .colon, .literal, .at: break
            default: throw .unusualDeclaration
            }
        } while depth > 0
    }

    private static func angleBalance(_ token: Token, in text: Bytes) -> Int {
        var balance = 0
        for offset in token.start..<token.end {
            if text[offset] == UInt8(ascii: "<") { balance += 1 }
            if text[offset] == UInt8(ascii: ">"), offset == token.start || text[offset - 1] != UInt8(ascii: "-") {
                balance -= 1
            }
        }
        return balance
    }

    // MARK: Types

    /// Reads `class`: a type's keyword, the modifier of a type member, or the constraint `AnyObject`.
    private mutating func readClass(_ keyword: Token) throws(Uncertainty) {
        guard canBeginDeclaration else { return follow(.boundary) }
        let next = try lexer.peek()
        switch next.kind {
        case .escapedName: try beginClass(keyword)
        case .word:
            switch Keyword(lexer.text, next.start, next.end) {
            case nil, .accessor, .actor: try beginClass(keyword)
            default: beginPrefix()
            }
        default: throw .unusualDeclaration
        }
    }

    /// Begins a class. One that is not final may be the parent of a mocked class; in a final one, only nested types
    /// matter.
    private mutating func beginClass(_ keyword: Token) throws(Uncertainty) {
        let canBeInherited = purpose != .values && (prefixStart == nil || !isFinal)
        if canBeInherited { concernsMocks = true }
        try beginNamedType(keyword, .class, canBeInherited ? .members : .types)
    }

    /// Reads `actor`, which is an ordinary name unless another name follows.
    private mutating func readActor(_ keyword: Token) throws(Uncertainty) {
        let next = try lexer.peek()
        let isIntroducer = canBeginDeclaration && (next.kind == .word || next.kind == .escapedName)
        if isIntroducer { try beginNamedType(keyword, .actor, .types) } else { follow(.boundary) }
    }

    /// Begins a type. If it has a name that generated code uses, that code must qualify its own.
    private mutating func beginNamedType(
        _ keyword: Token, _ kind: TypeDeclaration.Kind, _ block: Block
    ) throws(Uncertainty) {
        let name = try noteName(kind)
        if !concernsMocks {
            concernsMocks = usedNames.contains(bytes(of: name))
        }
        try beginType(keyword, block)
    }

    @discardableResult
    private mutating func noteName(_ kind: TypeDeclaration.Kind) throws(Uncertainty) -> Token {
        let name = try lexer.peek()
        guard name.kind == .word || name.kind == .escapedName else { throw .unusualDeclaration }
        typeNames.insert(bytes(of: name))
        if blocks.isEmpty, conditionals.isEmpty {
            let level = prefixStart == nil ? nil : access
            names.append(TypeName(kind: kind, start: name.start, end: name.end, access: level ?? .internal))
            initializer = nil
            let canBeMade = kind == .struct || kind == .class && prefixStart != nil && isFinal
            if canBeMade, !writtenPrefix.hasAttribute, level ?? .internal >= .internal {
                names[names.count - 1].isFinal = kind == .class
                initializer = PlainInitializer(nameIndex: names.count - 1, kind: kind)
            }
        } else if purpose == .names, blocks.isEmpty {
            concernsMocks = true
        }
        return name
    }

    /// Notes each name in `extension Kitchen.Oven {`.
    private mutating func noteExtension() throws(Uncertainty) {
        let rest = lexer
        defer { lexer = rest }
        while true {
            let name = try lexer.next()
            guard name.kind == .word || name.kind == .escapedName else {
                typeNames = .all
                return
            }
            typeNames.insert(bytes(of: name))
            let next = try lexer.next()
            if next.kind == .period { continue }
            // `Kitchen::Oven`
            if next.kind == .colon, lexer.text[next.end] == UInt8(ascii: ":") {
                _ = try lexer.next()
                continue
            }
            // `Box<Int>.Lid`
            if next.kind == .operator { typeNames = .all }
            return
        }
    }

    private func bytes(of name: Token) -> UnsafeBufferPointer<UInt8> {
        let backtick = name.kind == .escapedName ? 1 : 0
        return UnsafeBufferPointer(rebasing: lexer.text.buffer[(name.start + backtick)..<(name.end - backtick)])
    }

    private mutating func beginType(_ keyword: Token, _ block: Block) throws(Uncertainty) {
        guard canBeginDeclaration else { throw .unusualDeclaration }
        keepDeclaration(keyword)
        head = block
        previous = .introducer
    }

    private mutating func readTypealias(_ keyword: Token) throws(Uncertainty) {
        guard canBeginDeclaration else { throw .unusualDeclaration }
        concernsMocks = true
        try noteName(.typealias)
        keepDeclaration(keyword)
        isInFunction = false
        previous = .introducer
    }

    /// Reads an import; `import struct A.B` ends with its path.
    private mutating func readImport(_ keyword: Token) throws(Uncertainty) {
        guard canBeginDeclaration else { throw .unusualDeclaration }
        keepDeclaration(keyword)
        var name = try lexer.next()
        if name.kind == .word, Self.importKinds.contains(Word(lexer.text, name.start, name.end)) {
            name = try lexer.next()
        }
        while true {
            guard name.kind == .word || name.kind == .escapedName || name.kind == .operator else {
                throw .unusualDeclaration
            }
            guard lexer.text[lexer.offset] == UInt8(ascii: ".") else { break }
            lexer.offset += 1
            name = try lexer.next()
        }
        cutUnlessMembersCount(from: lexer.offset)
        follow(.boundary)
    }

    private static let importKinds = Set(
        ["typealias", "struct", "class", "enum", "protocol", "var", "let", "func"].map(Word.init))

    // MARK: Members

    /// Examines an initializer or a property in the body of a top-level type, not in that of a nested one.
    private mutating func noteMember(_ keyword: Keyword) throws(Uncertainty) {
        guard var noted = initializer, blocks.count == 1, canBeginDeclaration else { return }
        if keyword == .`init` {
            try noted.noteInitializer(writtenPrefix, prefixStart == nil ? nil : access, lexer)
        } else {
            try noted.noteProperty(isVariable: keyword == .var, writtenPrefix, lexer)
        }
        initializer = noted
    }

    /// The attributes and modifiers before the keyword that was just read.
    private var writtenPrefix: PlainInitializer.Prefix {
        prefixStart == nil ? PlainInitializer.Prefix() : memberPrefix
    }

    /// Ends the head of a type. If it has more than plain names of parents, the body is not examined for initializers.
    mutating func endHead() {
        guard let nameIndex = initializer?.nameIndex else { return }
        names[nameIndex].endOfHead = lexer.offset - 1
        let text = lexer.text
        if PlainInitializer.parents(in: text, from: names[nameIndex].end, to: lexer.offset - 1) == nil {
            initializer = nil
        }
    }

    /// Records the `init()` of a type when the scanner leaves its body.
    mutating func noteInitializer() {
        if let initializer { names[initializer.nameIndex].initializer = initializer.access }
        initializer = nil
    }

    /// Begins a declaration that matters in classes only, or for its value.
    ///
    /// - Parameter isValue: True for a case or a static property.
    private mutating func beginMember(isFunction: Bool, isValue: Bool = false) {
        if canBeginDeclaration {
            let start = prefixStart ?? previousEnd
            let isKept = isValue && purpose == .values && !blocks.isEmpty
            if isKept { resume(at: start) } else { cutUnlessMembersCount(from: start) }
            isInFunction = isFunction
        }
        follow(.introducer)
    }
}
