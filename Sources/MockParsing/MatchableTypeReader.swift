package import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// Reads the named values of one type.
///
/// Few types occur as parameters of mocks, so they are read when a mock needs them and are no part of a ``ParsedFile``.
package struct MatchableTypeReader {
    private static let equatable: Set = ["Equatable", "Hashable", "Comparable", "OptionSet"]
    private static let harmless: Set = ["@frozen", "@objc", "@usableFromInline"]

    private let names: [String]
    private let leastAccess: AccessLevel
    private var type = MatchableType()
    private var hasAssociatedValues = false
    private var isEnum = false
    private var isEquatable = false

    /// Returns `nil` if the file has syntax errors. What is in `#if`, has attributes or is hidden is left out.
    ///
    /// - Parameters:
    ///   - names: the names of the type, outermost first.
    ///   - bytes: the file that declares it.
    ///   - leastAccess: the lowest access level that a mock can see.
    package static func read(_ names: [String], in bytes: [UInt8], leastAccess: AccessLevel) -> MatchableType? {
        var text = String(decoding: bytes, as: UTF8.self)
        return text.withUTF8 { buffer in
            guard ShapeCheck.offence(in: Bytes(buffer: buffer)) == nil else { return nil }
            let tree = SourceParser.tree(of: buffer)
            guard !tree.hasError else { return nil }
            var reader = MatchableTypeReader(names: names, leastAccess: leastAccess)
            reader.read(tree.statements.compactMap { $0.item.as(DeclSyntax.self) }, in: [], implied: .internal)
            return reader.result
        }
    }

    private init(names: [String], leastAccess: AccessLevel) {
        self.names = names
        self.leastAccess = leastAccess
    }

    private var result: MatchableType {
        var result = type
        if isEquatable || isEnum && !hasAssociatedValues { return result }
        result.values.removeAll { if case .constant = $0 { true } else { false } }
        return result
    }

    // MARK: Finding the type

    /// - Parameter implied: the access level of declarations without a modifier.
    private mutating func read(_ declarations: [DeclSyntax], in scope: [String], implied: AccessLevel) {
        for declaration in declarations {
            switch declaration.as(DeclSyntaxEnum.self) {
            case .importDecl(let node) where node.importKindSpecifier == nil:
                if let module = node.path.first { type.imports.append(module.name.text) }
            case .enumDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .structDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .classDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .actorDecl(let node): read(node, node.name.text, node.genericParameterClause, in: scope, implied)
            case .protocolDecl(let node): note(node.name.text, in: scope)
            case .typeAliasDecl(let node): note(node.name.text, in: scope)
            case .extensionDecl(let node) where node.genericWhereClause == nil && scope.isEmpty:
                let extended = node.extendedType.normalizedText.split(separator: ".").map(String.init)
                if names.starts(with: extended) { enter(node, extended) }
            default: break
            }
        }
    }

    private mutating func note(_ name: String, in scope: [String]) {
        if scope.count >= type.scopes[name]?.count ?? 0 { type.scopes[name] = scope }
    }

    private mutating func read(
        _ node: some DeclGroupSyntax, _ name: String, _ generics: GenericParameterClauseSyntax?, in scope: [String],
        _ implied: AccessLevel
    ) {
        note(name, in: scope)
        let own = scope + [name]
        let attributes = node.attributes.map { $0.normalizedText }
        guard names.starts(with: own), generics == nil, attributes.allSatisfy(Self.harmless.contains),
            level(of: node.modifiers, implied) >= leastAccess
        else { return }
        type.access = min(type.access, level(of: node.modifiers, implied))
        if own == names, node.is(EnumDeclSyntax.self) { isEnum = true }
        enter(node, own)
    }

    private mutating func enter(_ node: some DeclGroupSyntax, _ scope: [String]) {
        let members = node.memberBlock.members.map(\.decl)
        let implied = node.is(ExtensionDeclSyntax.self) ? level(of: node.modifiers, .internal) : .internal
        read(members, in: scope, implied: implied)
        guard scope == names else { return }
        let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.normalizedText } ?? []
        guard !inherited.contains(where: { $0.hasPrefix("~") }) else { return }
        isEquatable = isEquatable || inherited.contains(where: Self.equatable.contains)
        for member in members {
            if let member = member.as(EnumCaseDeclSyntax.self) { add(member) }
            if let member = member.as(VariableDeclSyntax.self) { add(member, implied) }
        }
    }

    private func level(of modifiers: DeclModifierListSyntax, _ implied: AccessLevel) -> AccessLevel {
        modifiers.lazy.compactMap { AccessLevel(keyword: $0.name.text) }.first ?? implied
    }

    // MARK: Values

    private mutating func add(_ node: EnumCaseDeclSyntax) {
        for element in node.elements {
            let parameters = element.parameterClause?.parameters.map { parameter in
                let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
                return MatchableType.Parameter(label: label, type: TypeReader.read(parameter.type))
            }
            hasAssociatedValues = hasAssociatedValues || parameters != nil
            guard node.attributes.isEmpty else { continue }
            type.values.append(.enumCase(name: element.name.text, parameters: parameters ?? []))
        }
    }

    private mutating func add(_ node: VariableDeclSyntax, _ implied: AccessLevel) {
        let modifiers = node.modifiers.normalizedTexts
        guard node.attributes.isEmpty, modifiers.contains("static"), level(of: node.modifiers, implied) >= leastAccess,
            modifiers.allSatisfy({ $0 == "static" || $0 == "nonisolated" || AccessLevel(keyword: $0) != nil }),
            let binding = node.bindings.first, node.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            node.bindingSpecifier.tokenKind == .keyword(.let) || isPlainGetter(binding), isOfOwnType(binding)
        else { return }
        type.values.append(.constant(name: name))
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
    private func isOfOwnType(_ binding: PatternBindingSyntax) -> Bool {
        let spellings = names.indices.map { names[$0...].joined(separator: ".") } + ["Self"]
        if let type = binding.typeAnnotation?.type { return spellings.contains(type.normalizedText) }
        guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return false }
        let callee = call.calledExpression.normalizedText
        return spellings.contains { callee == $0 || callee == "\($0).init" }
    }
}
