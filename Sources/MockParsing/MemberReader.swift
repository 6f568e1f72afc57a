internal import MockModel
internal import SwiftSyntax

/// Reads the members of a protocol or class, `#if` blocks included.
struct MemberReader {
    private(set) var members: [(member: MemberDeclaration, syntax: Syntax)] = []
    private var conditions: [String] = []
    private let isProtocol: Bool
    /// True if members with syntax errors are to be told from those that could be read: see ``MemberErrors``.
    private let notesErrors: Bool

    private init(isProtocol: Bool, notesErrors: Bool) {
        self.isProtocol = isProtocol
        self.notesErrors = notesErrors
    }

    static func read(
        _ block: MemberBlockSyntax, isProtocol: Bool = false, notesErrors: Bool = false
    ) -> [(member: MemberDeclaration, syntax: Syntax)] {
        var reader = MemberReader(isProtocol: isProtocol, notesErrors: notesErrors)
        reader.read(block.members)
        if notesErrors, let remainder = block.unexpectedBetweenMembersAndRightBrace {
            reader.loseRemainder(Syntax(remainder))
        }
        return reader.members
    }

    private mutating func read(_ items: MemberBlockItemListSyntax) {
        for item in items {
            if notesErrors, MemberErrors.isModifier(item) { continue }
            if notesErrors, item.hasError, !item.decl.isProtocol((any DeclGroupSyntax).self) {
                readDamaged(item)
            } else {
                read(item.decl)
            }
        }
    }

    // MARK: Members with syntax errors

    private mutating func readDamaged(_ item: MemberBlockItemSyntax) {
        if let words = item.unexpectedBeforeDecl { loseRemainder(Syntax(words)) }
        if item.decl.is(UnexpectedCodeDeclSyntax.self) { return loseRemainder(Syntax(item.decl)) }
        let rest = [item.unexpectedBetweenDeclAndSemicolon, item.unexpectedAfterSemicolon].compactMap(\.self)
        if rest.isEmpty, MemberErrors.areHarmless(in: item.decl) { return read(item.decl) }
        let name = DeclarationReader.nameToken(of: Syntax(item.decl)).firstToken(viewMode: .sourceAccurate)
        let reason = unknownAccessors(of: item.decl).map(UnreadMember.accessors)
        lose(Syntax(item.decl), called: name?.text ?? "", reason ?? .syntax(MemberErrors.message(in: item)))
    }

    /// Notes code behind a member: if it is in the line of that member, the member is lost.
    private mutating func loseRemainder(_ remainder: Syntax) {
        let reason = UnreadMember.syntax(MemberErrors.message(in: remainder))
        let first = remainder.firstToken(viewMode: .sourceAccurate)
        guard let last = members.last, first?.leadingTrivia.contains(where: \.isNewline) == false else {
            return lose(remainder, called: first?.text ?? "", reason)
        }
        members.removeLast()
        lose(last.syntax, called: last.member.displayName, reason)
    }

    private mutating func lose(_ node: Syntax, called name: String, _ reason: UnreadMember) {
        members.append((MemberDeclaration(kind: .other(name, reason), conditions: conditions), node))
    }

    private mutating func read(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): add(.function(function(node)), node)
        case .variableDecl(let node):
            for binding in node.bindings {
                if let words = unknownAccessors(in: binding.accessorBlock) {
                    add(.other(binding.pattern.normalizedText, .accessors(words)), node)
                } else if let property = property(binding, in: node) {
                    add(.property(property), node)
                } else {
                    add(.other(binding.pattern.normalizedText, .pattern), node)
                }
            }
        case .subscriptDecl(let node):
            if let words = unknownAccessors(in: node.accessorBlock) {
                add(.other("subscript", .accessors(words)), node)
            } else {
                add(.subscript(subscriptDeclaration(node)), node)
            }
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

    // MARK: Accessors

    /// The accessors of a declaration whose only errors are in them; `nil` for any other one.
    private func unknownAccessors(of declaration: DeclSyntax) -> String? {
        let block =
            declaration.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock
            ?? declaration.as(SubscriptDeclSyntax.self)?.accessorBlock
        guard let block, block.hasError else { return nil }
        let words = Self.words(of: block)
        if case .getter = block.accessors, !isProtocol, !Self.laterAccessors.contains(words.first ?? "") { return nil }
        return words.joined(separator: " ")
    }

    /// The accessors of a block if one of them is unknown. A protocol has no code there; in a class, the words of later
    /// versions of Swift are also names of functions that a getter may call.
    private func unknownAccessors(in block: AccessorBlockSyntax?) -> String? {
        guard let block else { return nil }
        let words = Self.words(of: block)
        guard let first = words.first else { return nil }
        let isUnknown: Bool
        switch block.accessors {
        case .accessors(let list):
            let later = list.contains { Self.laterAccessors.contains($0.accessorSpecifier.text) }
            isUnknown = later && (isProtocol || list.count > 1)
        case .getter:
            isUnknown =
                isProtocol || first == "yielding" && words.count > 1 || first == "borrow" && words.contains("mutate")
        }
        return isUnknown ? words.joined(separator: " ") : nil
    }

    private static let laterAccessors: Set<String> = ["borrow", "modify", "mutate", "read", "yielding"]

    /// The words of a block without those in braces of its own.
    private static func words(of block: AccessorBlockSyntax) -> [String] {
        var depth = 0
        var words: [String] = []
        for token in block.tokens(viewMode: .sourceAccurate) {
            switch token.tokenKind {
            case .leftBrace: depth += 1
            case .rightBrace: depth -= 1
            case .identifier, .keyword: if depth == 1 { words.append(token.text) }
            default: break
            }
        }
        return words
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
