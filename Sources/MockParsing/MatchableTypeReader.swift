package import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// Reads the named values of the types of a file.
///
/// Few types occur as parameters of mocks, so they are read when a mock needs them and are no part of a ``ParsedFile``.
package struct MatchableTypeReader {
    private static let equatable: Set = ["Equatable", "Hashable", "Comparable", "OptionSet"]
    private static let harmless: Set = ["@frozen", "@objc", "@usableFromInline"]

    private let leastAccess: AccessLevel
    private var types = MatchableTypes()

    /// Returns `nil` if the file has syntax errors, except in functions. What is in `#if`, has attributes or is hidden is
    /// left out.
    ///
    /// - Parameter leastAccess: the lowest access level that a mock can see.
    package static func read(_ bytes: [UInt8], leastAccess: AccessLevel) -> MatchableTypes? {
        var text = String(decoding: bytes, as: UTF8.self)
        return text.withUTF8 { buffer in
            // Functions are most of a file, and have no names of values.
            let reduced = try? DeclarationScanner.reduce(Bytes(buffer: buffer), for: .values).reduced?.bytes
            let types = reduced.flatMap { $0.withUnsafeBufferPointer { readTree(of: $0, leastAccess) } }
            return types ?? readTree(of: buffer, leastAccess)
        }
    }

    /// - Parameter text: the whole file, or what the scanner leaves of it.
    static func readTree(of text: UnsafeBufferPointer<UInt8>, _ leastAccess: AccessLevel) -> MatchableTypes? {
        guard ShapeCheck.offence(in: Bytes(buffer: text)) == nil else { return nil }
        let tree = SourceParser.tree(of: text)
        guard !tree.hasError else { return nil }
        var reader = MatchableTypeReader(leastAccess: leastAccess)
        reader.read(tree.statements.compactMap { $0.item.as(DeclSyntax.self) }, in: [], implied: .internal)
        return reader.types
    }

    private init(leastAccess: AccessLevel) { self.leastAccess = leastAccess }

    // MARK: Finding the types

    /// - Parameter implied: the access level of declarations without a modifier.
    private mutating func read(_ declarations: [DeclSyntax], in scope: [String], implied: AccessLevel) {
        for declaration in declarations {
            switch declaration.as(DeclSyntaxEnum.self) {
            case .importDecl(let node) where node.importKindSpecifier == nil:
                readImport(node, under: [])
            case .ifConfigDecl(let node) where scope.isEmpty: readImports(node, under: [])
            case .enumDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .structDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .classDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .actorDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .protocolDecl(let node): note(node.name.text, in: scope)
            case .typeAliasDecl(let node): note(node.name.text, in: scope)
            case .extensionDecl(let node) where node.genericWhereClause == nil && scope.isEmpty:
                enter(node, node.extendedType.normalizedText.split(separator: ".").map(String.init))
            default: break
            }
        }
    }

    private mutating func readImport(_ node: ImportDeclSyntax, under conditions: [String]) {
        guard let module = node.path.first?.name.text else { return }
        types.imports.append(ImportDeclaration(path: module, conditions: conditions))
    }

    /// Reads the imports that depend on a condition. Types that do are left out.
    private mutating func readImports(_ node: IfConfigDeclSyntax, under outer: [String]) {
        for (condition, elements) in ConditionReader.clauses(of: node) {
            guard case .statements(let items) = elements else { continue }
            for declaration in items.compactMap({ $0.item.as(DeclSyntax.self) }) {
                switch declaration.as(DeclSyntaxEnum.self) {
                case .importDecl(let node) where node.importKindSpecifier == nil:
                    readImport(node, under: outer + [condition])
                case .ifConfigDecl(let node): readImports(node, under: outer + [condition])
                default: break
                }
            }
        }
    }

    private mutating func note(_ name: String, in scope: [String]) {
        types.parts[scope, default: .init()].nested.append(name)
    }

    private mutating func read(
        _ node: some DeclGroupSyntax, _ name: String, _ generics: GenericParameterClauseSyntax?, in scope: [String],
        _ implied: AccessLevel
    ) {
        note(name, in: scope)
        let own = scope + [name]
        let level = level(of: node.modifiers, implied)
        let attributes = node.attributes.map { $0.normalizedText }
        guard generics == nil, attributes.allSatisfy(Self.harmless.contains), level >= leastAccess else { return }
        let access = types.parts[own]?.access ?? .public
        types.parts[own, default: .init()].access = min(access, level)
        if node.is(EnumDeclSyntax.self) { types.parts[own]?.isEnum = true }
        enter(node, own)
    }

    private mutating func enter(_ node: some DeclGroupSyntax, _ scope: [String]) {
        let members = node.memberBlock.members.map(\.decl)
        let implied = node.is(ExtensionDeclSyntax.self) ? level(of: node.modifiers, .internal) : .internal
        read(members, in: scope, implied: implied)
        let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.normalizedText } ?? []
        guard !inherited.contains(where: { $0.hasPrefix("~") }) else { return }
        if inherited.contains(where: Self.equatable.contains) {
            types.parts[scope, default: .init()].isEquatable = true
        }
        for member in members {
            if let member = member.as(EnumCaseDeclSyntax.self) { add(member, to: scope) }
            if let member = member.as(VariableDeclSyntax.self) { add(member, to: scope, implied) }
        }
    }

    private func level(of modifiers: DeclModifierListSyntax, _ implied: AccessLevel) -> AccessLevel {
        modifiers.lazy.compactMap { AccessLevel(keyword: $0.name.text) }.first ?? implied
    }

    // MARK: Values

    private mutating func add(_ node: EnumCaseDeclSyntax, to type: [String]) {
        for element in node.elements {
            let parameters = element.parameterClause?.parameters.map { parameter in
                let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
                return MatchableType.Parameter(label: label, type: TypeReader.read(parameter.type))
            }
            if parameters != nil { types.parts[type, default: .init()].hasAssociatedValues = true }
            guard node.attributes.isEmpty else { continue }
            types.parts[type, default: .init()].values.append(
                .enumCase(name: element.name.text, parameters: parameters ?? []))
        }
    }

    private mutating func add(_ node: VariableDeclSyntax, to type: [String], _ implied: AccessLevel) {
        guard node.attributes.isEmpty, node.modifiers.contains(where: { $0.name.text == "static" }) else { return }
        let modifiers = node.modifiers.normalizedTexts
        guard level(of: node.modifiers, implied) >= leastAccess,
            modifiers.allSatisfy({ $0 == "static" || $0 == "nonisolated" || AccessLevel(keyword: $0) != nil }),
            let binding = node.bindings.first, node.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            node.bindingSpecifier.tokenKind == .keyword(.let) || isPlainGetter(binding), isOfType(type, binding)
        else { return }
        types.parts[type, default: .init()].values.append(.constant(name: name))
    }

    private func isPlainGetter(_ binding: PatternBindingSyntax) -> Bool {
        switch binding.accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list):
            list.contains { $0.accessorSpecifier.tokenKind == .keyword(.get) && $0.effectSpecifiers == nil }
        case nil: false
        }
    }

    /// True if the property is written with the type's name, or as a call of its initializer.
    private func isOfType(_ names: [String], _ binding: PatternBindingSyntax) -> Bool {
        let spellings = names.indices.map { names[$0...].joined(separator: ".") } + ["Self"]
        if let type = binding.typeAnnotation?.type { return spellings.contains(type.normalizedText) }
        guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return false }
        let callee = call.calledExpression.normalizedText
        return spellings.contains { callee == $0 || callee == "\($0).init" }
    }
}
