internal import MockModel
internal import SwiftSyntax

/// Reads the members of a protocol or class, `#if` blocks included.
struct MemberReader {
    private(set) var members: [(member: MemberDeclaration, syntax: Syntax)] = []
    private var conditions: [String] = []

    static func read(_ block: MemberBlockSyntax) -> [(member: MemberDeclaration, syntax: Syntax)] {
        var reader = MemberReader()
        reader.read(block.members)
        return reader.members
    }

    private mutating func read(_ items: MemberBlockItemListSyntax) {
        for item in items { read(item.decl) }
    }

    private mutating func read(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): add(.function(function(node)), node)
        case .variableDecl(let node):
            for binding in node.bindings {
                if let property = property(binding, in: node) {
                    add(.property(property), node)
                } else {
                    add(.other(binding.pattern.normalizedText), node)
                }
            }
        case .subscriptDecl(let node): add(.subscript(subscriptDeclaration(node)), node)
        case .initializerDecl(let node): add(.initializer(initializer(node)), node)
        case .associatedTypeDecl(let node): add(.associatedType(associatedType(node)), node)
        case .typeAliasDecl(let node):
            let alias = TypealiasDeclaration(
                name: node.name.text, genericParameters: TypeReader.parameters(node.genericParameterClause),
                target: TypeReader.read(node.initializer.value)
            )
            add(.typealias(alias), node)
        case .ifConfigDecl(let node):
            for (condition, elements) in ConditionReader.clauses(of: node) {
                guard case .decls(let items) = elements else { continue }
                conditions.append(condition)
                read(items)
                conditions.removeLast()
            }
        default:
            break
        }
    }

    private mutating func add(
        _ kind: MemberDeclaration.Kind, _ node: some DeclSyntaxProtocol & WithModifiersSyntax & WithAttributesSyntax
    ) {
        let member = MemberDeclaration(
            kind: kind,
            attributes: node.attributes.activeTexts + annotations(node),
            modifiers: node.modifiers.normalizedTexts,
            conditions: conditions
        )
        members.append((member, Syntax(node)))
    }

    /// The annotations in the comments of a member: above it, between its attributes, and behind it in its last line.
    private func annotations(_ node: some DeclSyntaxProtocol) -> [String] {
        let name = DeclarationReader.nameToken(of: Syntax(node)).firstToken(viewMode: .sourceAccurate)
        var lines: [String] = []
        if let name, node.mayHaveComments(before: name) {
            lines = AnnotationReader.lines(CommentLines(above: node, before: name))
        }
        if let last = node.lastToken(viewMode: .sourceAccurate), last.trailingTrivia.contains(where: \.isComment) {
            var comments = CommentLines()
            comments.add(last.trailingTrivia)
            lines += AnnotationReader.lines(comments)
        }
        return lines
    }

    private func function(_ node: FunctionDeclSyntax) -> FunctionDeclaration {
        let signature = node.signature
        return FunctionDeclaration(
            name: node.name.text,
            isOperator: Self.isOperator(node.name),
            genericParameters: TypeReader.parameters(node.genericParameterClause),
            parameters: parameters(signature.parameterClause),
            effects: TypeReader.effects(
                async: signature.effectSpecifiers?.asyncSpecifier, throwing: signature.effectSpecifiers?.throwsClause
            ),
            result: signature.returnClause.map { TypeReader.read($0.type) },
            genericRequirements: TypeReader.requirements(node.genericWhereClause)
        )
    }

    private static func isOperator(_ name: TokenSyntax) -> Bool {
        switch name.tokenKind {
        case .binaryOperator, .prefixOperator, .postfixOperator: true
        default: false
        }
    }

    private func initializer(_ node: InitializerDeclSyntax) -> InitializerDeclaration {
        InitializerDeclaration(
            optionalMark: node.optionalMark?.text ?? "",
            genericParameters: TypeReader.parameters(node.genericParameterClause),
            parameters: parameters(node.signature.parameterClause),
            effects: TypeReader.effects(
                async: node.signature.effectSpecifiers?.asyncSpecifier,
                throwing: node.signature.effectSpecifiers?.throwsClause
            ),
            genericRequirements: TypeReader.requirements(node.genericWhereClause)
        )
    }

    private func subscriptDeclaration(_ node: SubscriptDeclSyntax) -> SubscriptDeclaration {
        SubscriptDeclaration(
            genericParameters: TypeReader.parameters(node.genericParameterClause),
            parameters: parameters(node.parameterClause),
            result: TypeReader.read(node.returnClause.type),
            genericRequirements: TypeReader.requirements(node.genericWhereClause),
            // Only printed interfaces have such ones: for both accessors.
            accessors: accessors(node.accessorBlock, whenMissing: Accessors(hasSetter: true))
        )
    }

    private func associatedType(_ node: AssociatedTypeDeclSyntax) -> AssociatedTypeDeclaration {
        AssociatedTypeDeclaration(
            name: node.name.text,
            inherited: node.inheritanceClause?.inheritedTypes.map { TypeReader.read($0.type) } ?? [],
            defaultType: node.initializer.map { TypeReader.read($0.value) },
            genericRequirements: TypeReader.requirements(node.genericWhereClause)
        )
    }

    private func parameters(_ clause: FunctionParameterClauseSyntax) -> [ParameterDeclaration] {
        clause.parameters.map { parameter in
            ParameterDeclaration(
                attributes: parameter.attributes.map { $0.normalizedText },
                firstName: parameter.firstName.text,
                secondName: parameter.secondName?.text,
                type: TypeReader.read(parameter.type),
                isVariadic: parameter.ellipsis != nil,
                hasDefault: parameter.defaultValue != nil
            )
        }
    }

    private func property(_ binding: PatternBindingSyntax, in node: VariableDeclSyntax) -> PropertyDeclaration? {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
        let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let)
        return PropertyDeclaration(
            name: name,
            type: (binding.typeAnnotation ?? node.typeAnnotation(after: binding)).map { TypeReader.read($0.type) }
                ?? binding.initializer.flatMap { EvidentType.read($0.value) },
            accessors: accessors(binding.accessorBlock, whenMissing: Accessors(hasSetter: !isConstant)),
            isConstant: isConstant
        )
    }

    private func accessors(
        _ block: AccessorBlockSyntax?, whenMissing missing: Accessors = Accessors()
    ) -> Accessors {
        guard let block else { return missing }
        guard case .accessors(let list) = block.accessors else { return Accessors() }
        var result = Accessors()
        for accessor in list {
            switch accessor.accessorSpecifier.tokenKind {
            case .keyword(.get):
                result.getEffects = TypeReader.effects(
                    async: accessor.effectSpecifiers?.asyncSpecifier, throwing: accessor.effectSpecifiers?.throwsClause
                )
                result.isGetterMutating = accessor.modifier?.name.tokenKind == .keyword(.mutating)
            case .keyword(.set), .keyword(.willSet), .keyword(.didSet), .keyword(._modify):
                result.hasSetter = true
                result.isSetterNonmutating = accessor.modifier?.name.tokenKind == .keyword(.nonmutating)
                result.setterAvailability += accessor.attributes.map { $0.normalizedText }.filter {
                    $0.hasPrefix("@available(")
                }
            default:
                break
            }
        }
        return result
    }
}

extension VariableDeclSyntax {
    /// The type annotation that applies to a binding: in `var a, b: Int` the last one also applies to earlier bindings
    /// without a value.
    fileprivate func typeAnnotation(after binding: PatternBindingSyntax) -> TypeAnnotationSyntax? {
        guard binding.initializer == nil else { return nil }
        return bindings.drop { $0.id != binding.id }.lazy.compactMap(\.typeAnnotation).first
    }
}
