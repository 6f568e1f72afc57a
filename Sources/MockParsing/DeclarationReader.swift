internal import MockModel
internal import SwiftSyntax

/// Walks the declarations of a file that are reachable without entering a body.
struct DeclarationReader {
    private(set) var imports: [ImportDeclaration] = []
    private(set) var types: [TypeDeclaration] = []
    private(set) var positions = DeclarationPositions()
    private(set) var diagnostics: [Diagnostic] = []

    private let path: String
    private var locator: SourceLocator
    private var enclosing: [String] = []
    private var conditions: [String] = []
    /// The level that a declaration has without one of its own, and the widest that it can have.
    private var access = (implied: nil as String?, limit: nil as String?)

    init(path: String, locator: SourceLocator) {
        self.path = path
        self.locator = locator
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
            // Nothing can inherit from a final class, so nobody asks for its members.
            let isFinal = node.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
            readNominal(node, .class, node.genericParameterClause, isFinal ? [] : MemberReader.read(node.memberBlock))
        case .actorDecl(let node): readNominal(node, .actor, node.genericParameterClause, [])
        case .structDecl(let node): readNominal(node, .struct, node.genericParameterClause, [])
        case .enumDecl(let node): readNominal(node, .enum, node.genericParameterClause, [])
        case .typeAliasDecl(let node): readTypealias(node)
        case .extensionDecl(let node):
            let level = node.modifiers.map(\.normalizedText).first { AccessLevel(keyword: $0) != nil }
            descend(
                into: node.extendedType.normalizedText.split(separator: ".").map(String.init), node.memberBlock,
                implied: level, limit: level.flatMap(Self.hidden))
        case .ifConfigDecl(let node): readConditional(node)
        default: break
        }
    }

    private mutating func readConditional(_ node: IfConfigDeclSyntax) {
        for (condition, elements) in ConditionReader.clauses(of: node) {
            conditions.append(condition)
            switch elements {
            case .statements(let items): read(items)
            case .decls(let items): read(items)
            default: break
            }
            conditions.removeLast()
        }
    }

    private mutating func descend(
        into names: [String], _ block: MemberBlockSyntax, implied: String?, limit: String?
    ) {
        let outer = access
        access = (implied, outer.limit ?? limit)
        enclosing += names
        read(block.members)
        enclosing.removeLast(names.count)
        access = outer
    }

    /// Whatever is in a hidden type is hidden with it.
    private static func hidden(_ level: String) -> String? {
        AccessLevel(keyword: level).map { $0 < .internal } == true ? level : nil
    }

    /// The modifiers as they would have to be written outside of the enclosing type or extension.
    private func modifiers(_ list: DeclModifierListSyntax) -> [String] {
        let written = list.normalizedTexts
        let level = written.first { AccessLevel(keyword: $0) != nil }
        guard let effective = access.limit ?? level ?? access.implied, effective != level else { return written }
        return [effective] + written.filter { $0 != level }
    }

    private mutating func readImport(_ node: ImportDeclSyntax) {
        imports.append(
            ImportDeclaration(
                attributes: node.attributes.map { $0.normalizedText },
                access: node.modifiers.first?.name.text,
                kind: node.importKindSpecifier?.text,
                path: node.path.map { $0.name.text }.joined(separator: "."),
                conditions: conditions
            ))
    }

    private mutating func readProtocol(_ node: ProtocolDeclSyntax) {
        let members = MemberReader.read(node.memberBlock)
        let declaration = TypeDeclaration(
            kind: .protocol,
            name: node.name.text,
            enclosing: enclosing,
            attributes: attributes(node),
            modifiers: modifiers(node.modifiers),
            primaryAssociatedTypes: node.primaryAssociatedTypeClause?.primaryAssociatedTypes.map { $0.name.text } ?? [],
            inherited: inherited(node.inheritanceClause),
            genericRequirements: TypeReader.requirements(node.genericWhereClause),
            members: members.map(\.member),
            conditions: conditions,
            annotation: annotation(node, keyword: node.protocolKeyword)
        )
        add(declaration, at: node.name, members: members.map(\.syntax))
    }

    private mutating func readNominal(
        _ node: some DeclGroupSyntax & NamedDeclSyntax & WithAttributesSyntax, _ kind: TypeDeclaration.Kind,
        _ generics: GenericParameterClauseSyntax?, _ members: [(member: MemberDeclaration, syntax: Syntax)]
    ) {
        let declaration = TypeDeclaration(
            kind: kind,
            name: node.name.text,
            enclosing: enclosing,
            attributes: attributes(node),
            modifiers: modifiers(node.modifiers),
            genericParameters: TypeReader.parameters(generics),
            inherited: inherited(node.inheritanceClause),
            genericRequirements: TypeReader.requirements(node.genericWhereClause),
            members: members.map(\.member),
            conditions: conditions,
            annotation: annotation(node, keyword: node.introducer)
        )
        add(declaration, at: node.name, members: members.map(\.syntax))
        let level = declaration.modifiers.first { AccessLevel(keyword: $0) != nil }
        descend(into: [node.name.text], node.memberBlock, implied: nil, limit: level.flatMap(Self.hidden))
    }

    private mutating func readTypealias(_ node: TypeAliasDeclSyntax) {
        let declaration = TypeDeclaration(
            kind: .typealias,
            name: node.name.text,
            enclosing: enclosing,
            modifiers: modifiers(node.modifiers),
            genericParameters: TypeReader.parameters(node.genericParameterClause),
            aliased: TypeReader.read(node.initializer.value),
            conditions: conditions
        )
        add(declaration, at: node.name, members: [])
    }

    private mutating func add(_ declaration: TypeDeclaration, at name: TokenSyntax, members: [Syntax]) {
        types.append(declaration)
        positions.types.append(position(name))
        positions.members.append([])
        for member in members {
            positions.members[positions.members.count - 1].append(position(Self.nameToken(of: member)))
        }
    }

    /// Where a message about a member should point: at its name, not at the attributes before it.
    private static func nameToken(of node: Syntax) -> Syntax {
        switch node.as(SyntaxEnum.self) {
        case .functionDecl(let declaration): Syntax(declaration.name)
        case .variableDecl(let declaration): Syntax(declaration.bindings)
        case .subscriptDecl(let declaration): Syntax(declaration.subscriptKeyword)
        case .initializerDecl(let declaration): Syntax(declaration.initKeyword)
        case .associatedTypeDecl(let declaration): Syntax(declaration.name)
        default: node
        }
    }

    private mutating func position(_ node: some SyntaxProtocol) -> SourcePosition {
        locator.position(ofOffset: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }

    private func attributes(_ node: some WithAttributesSyntax) -> [String] {
        node.attributes.compactMap { $0.as(AttributeSyntax.self)?.normalizedText }
    }

    private func inherited(_ clause: InheritanceClauseSyntax?) -> [TypeExpression] {
        clause?.inheritedTypes.map { TypeReader.read($0.type) } ?? []
    }

    private mutating func annotation(_ node: some DeclSyntaxProtocol, keyword: TokenSyntax) -> MockAnnotation? {
        let found = AnnotationReader.read(before: keyword, in: node)
        for unknown in found?.unknownArguments ?? [] {
            warn(
                at: keyword,
                "unknown argument '\(unknown)' of @mockable is ignored; mockd knows override:, typealias: and module:",
                "annotation-argument")
        }
        if let name = found?.unusableName {
            warn(
                at: keyword,
                "'\(name)' cannot be the name of a mock and is ignored; write it like @mockable(override: name = FakeCook)",
                "annotation-name")
        }
        return found?.annotation
    }

    private mutating func warn(at token: TokenSyntax, _ message: String, _ code: String) {
        diagnostics.append(
            Diagnostic(path: path, position: position(token), severity: .warning, message: message, code: code))
    }
}
