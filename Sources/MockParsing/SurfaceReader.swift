package import MockModel
internal import SwiftSyntax

/// Reads every member of all types of a file, whatever their kind and access: what seams are made of. The other readers
/// leave out what no mock depends on.
package struct SurfaceReader {
    private var surfaces = FileSurfaces()
    private var enclosing: [String] = []
    private var conditions: [String] = []

    /// - Parameter text: a source, or declarations of a module interface.
    package static func read(_ text: [UInt8]) -> FileSurfaces {
        text.withUnsafeBufferPointer { buffer in
            var reader = SurfaceReader()
            guard ShapeCheck.offence(in: Bytes(buffer: buffer)) == nil else {
                reader.surfaces.isBroken = true
                return reader.surfaces
            }
            let tree = SourceParser.tree(of: buffer)
            reader.read(tree.statements)
            reader.surfaces.isBroken = tree.hasError && !SyntaxErrorReader.diagnostics(in: tree, path: "").isEmpty
            return reader.surfaces
        }
    }

    private init() {}

    private mutating func read(_ items: CodeBlockItemListSyntax) {
        for item in items {
            if case .decl(let declaration) = item.item { read(declaration) }
        }
    }

    private mutating func read(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .importDecl(let node):
            surfaces.imports.append(
                ImportDeclaration(
                    attributes: node.attributes.map { $0.normalizedText }, access: node.modifiers.first?.name.text,
                    kind: node.importKindSpecifier?.text, path: node.path.map { $0.name.text }.joined(separator: "."),
                    conditions: conditions))
        case .classDecl(let node): read(node, .class, [node.name.text], node.genericParameterClause)
        case .structDecl(let node): read(node, .struct, [node.name.text], node.genericParameterClause)
        case .enumDecl(let node): read(node, .enum, [node.name.text], node.genericParameterClause)
        case .actorDecl(let node): read(node, .actor, [node.name.text], node.genericParameterClause)
        case .extensionDecl(let node):
            let type = TypeReader.read(node.extendedType)
            read(node, .extension, type.namePath ?? [type.description], nil, of: type)
        case .ifConfigDecl(let node): readConditional(node)
        default: break
        }
    }

    private mutating func readConditional(_ node: IfConfigDeclSyntax) {
        for (condition, elements) in ConditionReader.clauses(of: node) {
            conditions.append(condition)
            switch elements {
            case .statements(let items): read(items)
            case .decls(let items): for item in items { read(item.decl) }
            default: break
            }
            conditions.removeLast()
        }
    }

    private mutating func read(
        _ node: some DeclGroupSyntax, _ kind: TypeDeclaration.Kind, _ names: [String],
        _ generics: GenericParameterClauseSyntax?, of extended: TypeExpression? = nil
    ) {
        guard let name = names.last else { return }
        let path = enclosing + names
        // An extension of `Shelf<Int>` has a condition, too.
        let arguments = extended.flatMap {
            $0.hasArguments ? GenericRequirement(left: .named("Self"), relation: .equals, right: $0) : nil
        }
        let part = TypeDeclaration(
            kind: kind, name: name, enclosing: Array(path.dropLast()),
            attributes: node.attributes.compactMap { $0.as(AttributeSyntax.self)?.normalizedText },
            modifiers: node.modifiers.normalizedTexts, genericParameters: TypeReader.parameters(generics),
            inherited: node.inheritanceClause?.inheritedTypes.map { TypeReader.read($0.type) } ?? [],
            genericRequirements: TypeReader.requirements(node.genericWhereClause) + [arguments].compactMap(\.self),
            members: MemberReader.read(node.memberBlock).map(\.member), conditions: conditions)
        let items = node.memberBlock.members
        surfaces.add(
            part, nestedTypes: items.compactMap { Self.typeName($0.decl) },
            storedTypes: items.flatMap { Self.associatedValues($0.decl) }, at: path)
        let outer = enclosing
        enclosing = path
        for item in node.memberBlock.members { read(item.decl) }
        enclosing = outer
    }

    private static func associatedValues(_ declaration: DeclSyntax) -> [TypeExpression] {
        guard let node = declaration.as(EnumCaseDeclSyntax.self) else { return [] }
        return node.elements.flatMap { $0.parameterClause?.parameters.map { TypeReader.read($0.type) } ?? [] }
    }

    private static func typeName(_ declaration: DeclSyntax) -> String? {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .protocolDecl(let node): node.name.text
        case .classDecl(let node): node.name.text
        case .structDecl(let node): node.name.text
        case .enumDecl(let node): node.name.text
        case .actorDecl(let node): node.name.text
        case .typeAliasDecl(let node): node.name.text
        default: nil
        }
    }
}

extension TypeExpression {
    fileprivate var hasArguments: Bool {
        switch self {
        case .named(_, let arguments): !arguments.isEmpty
        case .member(let base, _, let arguments): !arguments.isEmpty || base.hasArguments
        default: false
        }
    }
}
