internal import MockModel
internal import SwiftSyntax

/// Reads the declarations of a file that are reachable without entering a body.
struct DeclarationReader {
    private(set) var builder: SourceBuilder
    /// True for a file whose syntax errors concern single members: see ``MemberErrors``.
    private let hasLostMembers: Bool

    init(_ builder: SourceBuilder, hasLostMembers: Bool = false) {
        self.builder = builder
        self.hasLostMembers = hasLostMembers
    }

    mutating func read(_ items: CodeBlockItemListSyntax) {
        for item in items {
            if case .decl(let declaration) = item.item { read(declaration) }
        }
    }

    private mutating func read(_ items: MemberBlockItemListSyntax) {
        for item in items { read(item.decl) }
    }

    private mutating func read(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .importDecl(let node): readImport(node)
        case .protocolDecl(let node): readProtocol(node)
        case .classDecl(let node):
            // A final class has no subclasses, so its members are not needed.
            let isFinal = node.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
            let members = isFinal ? [] : MemberReader.read(node.memberBlock, notesErrors: hasLostMembers)
            readNominal(node, .class, node.genericParameterClause, members)
        case .actorDecl(let node): readNominal(node, .actor, node.genericParameterClause, [])
        case .structDecl(let node): readNominal(node, .struct, node.genericParameterClause, [])
        case .enumDecl(let node): readNominal(node, .enum, node.genericParameterClause, [])
        case .typeAliasDecl(let node): readTypealias(node)
        case .extensionDecl(let node):
            readExtension(node)
        case .ifConfigDecl(let node): readConditional(node)
        default: break
        }
    }

    private mutating func readExtension(_ node: ExtensionDeclSyntax) {
        let names = node.extendedType.normalizedText.split(separator: ".").map(String.init)
        let modifiers = node.modifiers.normalizedTexts
        builder.addRequest(
            of: names,
            isPlain: node.inheritanceClause == nil && node.genericWhereClause == nil
                && names.allSatisfy(SwiftText.isTypeName),
            attributes: attributes(node), modifiers: modifiers,
            in: comments(node, before: node.extensionKeyword), at: node.extendedType.offset)
        if let clause = node.inheritanceClause {
            builder.noteConformances(of: names, to: inherited(clause), attributes(node))
        }
        let level = SourceBuilder.level(of: modifiers)
        descend(into: names, node.memberBlock, implied: level, limit: level, attributes: attributes(node))
    }

    private mutating func readConditional(_ node: IfConfigDeclSyntax) {
        for (condition, elements) in ConditionReader.clauses(of: node) {
            builder.conditions.append(condition)
            switch elements {
            case .statements(let items): read(items)
            case .decls(let items): read(items)
            default: break
            }
            builder.conditions.removeLast()
        }
    }

    private mutating func descend(
        into names: [String], _ block: MemberBlockSyntax, implied: String?, limit: String?, attributes: [String] = []
    ) {
        let outer = builder.enter(names, implied: implied, limit: limit, attributes: attributes)
        read(block.members)
        builder.leave(names, to: outer)
    }

    private mutating func readImport(_ node: ImportDeclSyntax) {
        builder.add(
            ImportDeclaration(
                attributes: node.attributes.map { $0.normalizedText },
                access: node.modifiers.first?.name.text,
                kind: node.importKindSpecifier?.text,
                path: node.path.map { $0.name.text }.joined(separator: "."),
                conditions: builder.conditions
            ))
    }

    private mutating func readProtocol(_ node: ProtocolDeclSyntax) {
        let members = MemberReader.read(node.memberBlock, isProtocol: true, notesErrors: hasLostMembers)
        let comments = comments(node, before: node.protocolKeyword)
        let declaration = TypeDeclaration(
            kind: .protocol,
            name: node.name.text,
            enclosing: builder.enclosing,
            attributes: attributes(node),
            modifiers: builder.modifiers(node.modifiers.normalizedTexts),
            primaryAssociatedTypes: node.primaryAssociatedTypeClause?.primaryAssociatedTypes.map { $0.name.text } ?? [],
            inherited: inherited(node.inheritanceClause),
            genericRequirements: TypeReader.requirements(node.genericWhereClause),
            conditions: builder.conditions,
            annotation: builder.annotation(in: comments),
            annotations: builder.annotations(in: comments)
        )
        add(declaration, at: node.name, members: members)
    }

    private mutating func readNominal(
        _ node: some DeclGroupSyntax & NamedDeclSyntax & WithAttributesSyntax, _ kind: TypeDeclaration.Kind,
        _ generics: GenericParameterClauseSyntax?, _ members: [(member: MemberDeclaration, syntax: Syntax)]
    ) {
        let comments = comments(node, before: node.introducer)
        let declaration = TypeDeclaration(
            kind: kind,
            name: node.name.text,
            enclosing: builder.enclosing,
            attributes: attributes(node),
            modifiers: builder.modifiers(node.modifiers.normalizedTexts),
            genericParameters: TypeReader.parameters(generics),
            inherited: inherited(node.inheritanceClause),
            genericRequirements: TypeReader.requirements(node.genericWhereClause),
            conditions: builder.conditions,
            annotation: builder.annotation(in: comments),
            annotations: builder.annotations(in: comments)
        )
        add(declaration, at: node.name, members: members)
        let level = SourceBuilder.level(of: declaration.modifiers)
        descend(into: [node.name.text], node.memberBlock, implied: nil, limit: level)
    }

    private mutating func readTypealias(_ node: TypeAliasDeclSyntax) {
        let target = TypeReader.read(node.initializer.value)
        let generics = TypeReader.parameters(node.genericParameterClause)
        let declaration = TypeDeclaration(
            kind: .typealias,
            name: node.name.text,
            enclosing: builder.enclosing,
            attributes: attributes(node),
            modifiers: builder.modifiers(node.modifiers.normalizedTexts),
            genericParameters: generics,
            aliased: target,
            conditions: builder.conditions,
            annotation: builder.annotation(
                in: comments(node, before: node.typealiasKeyword), ofTypealiasTo: target, generics,
                at: node.name.offset)
        )
        add(declaration, at: node.name, members: [])
    }

    private mutating func add(
        _ declaration: TypeDeclaration, at name: TokenSyntax,
        members: [(member: MemberDeclaration, syntax: Syntax)]
    ) {
        let index = builder.add(declaration, at: name.offset)
        for (member, syntax) in members {
            builder.add(member, at: Self.nameToken(of: syntax).offset, toType: index)
        }
    }

    /// The token that a message about a member points at: its name, not its attributes.
    static func nameToken(of node: Syntax) -> Syntax {
        switch node.as(SyntaxEnum.self) {
        case .functionDecl(let declaration): Syntax(declaration.name)
        case .variableDecl(let declaration): Syntax(declaration.bindings)
        case .subscriptDecl(let declaration): Syntax(declaration.subscriptKeyword)
        case .initializerDecl(let declaration): Syntax(declaration.initKeyword)
        case .associatedTypeDecl(let declaration): Syntax(declaration.name)
        default: node
        }
    }

    private func attributes(_ node: some WithAttributesSyntax) -> [String] {
        node.attributes.activeTexts
    }

    private func inherited(_ clause: InheritanceClauseSyntax?) -> [TypeExpression] {
        clause?.inheritedTypes.map { TypeReader.read($0.type) } ?? []
    }

    private func comments(_ node: some DeclSyntaxProtocol, before keyword: TokenSyntax) -> CommentLines {
        CommentLines(above: node, before: keyword)
    }
}

extension SyntaxProtocol {
    fileprivate var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
}

extension CommentLines {
    /// Reads the comments above a declaration, and those between its attributes and modifiers.
    init(above node: some DeclSyntaxProtocol, before keyword: TokenSyntax) {
        self.init()
        for token in node.tokens(viewMode: .sourceAccurate) {
            addSpace(before: token)
            if token.id == keyword.id { break }
        }
    }

    /// Reads the comments in the space before a token.
    mutating func addSpace(before token: TokenSyntax) {
        let previous = token.previousToken(viewMode: .sourceAccurate)
        beginSpace(mayTrail: previous != nil && previous?.tokenKind != .leftBrace)
        let pieces = Array(previous?.trailingTrivia ?? []) + token.leadingTrivia
        var offset = token.offset
        for piece in pieces { offset -= piece.sourceLength.utf8Length }
        add(pieces, at: offset)
    }

    /// Adds the comments in a part of the space around tokens.
    mutating func add(_ pieces: some Sequence<TriviaPiece>, at start: Int = 0) {
        var offset = start
        for piece in pieces {
            defer { offset += piece.sourceLength.utf8Length }
            switch piece {
            case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
                for _ in 0..<count { endLine() }
            case .lineComment(let text), .docLineComment(let text), .blockComment(let text), .docBlockComment(let text):
                add(comment: text, at: offset)
            default:
                break
            }
        }
    }
}

extension SyntaxProtocol {
    /// True if a comment stands before one of the tokens up to this one.
    func mayHaveComments(before end: TokenSyntax) -> Bool {
        for token in tokens(viewMode: .sourceAccurate) {
            if token.leadingTrivia.contains(where: \.isComment) { return true }
            if token.id == end.id { return false }
            if token.trailingTrivia.contains(where: \.isComment) { return true }
        }
        return false
    }
}
