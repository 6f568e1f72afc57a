internal import SwiftDiagnostics
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// Tells whether the syntax errors of a file concern single members only: then the rest of the file is read.
///
///     protocol Cook {
///         var pans: [Pan] { borrow mutate }       // not understood: 'pans' is lost
///         @shiny(a b) func cook()                 // read without the attribute
///         shiny func clean()                      // read without the modifier
///         func serve(                             // being typed: the whole file is broken
///     }
///
/// Code of a later version of Swift is complete, and the parser finds something that it does not expect. Code that is
/// being typed lacks something at its end: there the parser may take other declarations for a part of it.
enum MemberErrors {
    static func areConfined(in tree: SourceFileSyntax) -> Bool {
        tree.endOfFileToken.presence == .present
            && onlyErrors(of: Syntax(tree), in: [Syntax(tree.statements)])
            && tree.statements.allSatisfy { item in
                guard item.hasError else { return true }
                guard case .decl(let declaration) = item.item else { return false }
                return onlyErrors(of: Syntax(item), in: [Syntax(declaration)]) && areConfined(in: declaration)
            }
    }

    /// Errors that cost nothing but a word before a member: in an attribute, or an unknown modifier.
    static func areIgnored(at node: Syntax) -> Bool {
        var node = node
        while let parent = node.parent {
            if let item = node.as(MemberBlockItemSyntax.self), isModifier(item) { return true }
            if node.is(AttributeListSyntax.self), parent.parent?.is(MemberBlockItemSyntax.self) == true {
                return parent.asProtocol((any DeclSyntaxProtocol).self).map { areHarmless(in: DeclSyntax($0)) } ?? false
            }
            node = parent
        }
        return false
    }

    /// True for words that begin a line and are followed by a member there: modifiers of a later version of Swift. For
    /// the parser they are an item of their own.
    static func isModifier(_ item: MemberBlockItemSyntax) -> Bool {
        guard item.decl.is(UnexpectedCodeDeclSyntax.self), item.semicolon?.presence == .missing,
            let first = item.decl.firstToken(viewMode: .sourceAccurate),
            let next = item.decl.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
            !next.startsLine
        else { return false }
        let previous = first.previousToken(viewMode: .sourceAccurate)
        let beginsItem = first.startsLine || previous?.tokenKind == .leftBrace || previous?.tokenKind == .semicolon
        return beginsItem
            && item.decl.tokens(viewMode: .sourceAccurate).allSatisfy { token in
                switch token.tokenKind {
                case .identifier, .keyword, .leftParen, .rightParen: true
                default: false
                }
            }
    }

    /// True if a member can be read although the parser has found errors: they are in its attributes or in bodies.
    static func areHarmless(in declaration: DeclSyntax) -> Bool {
        guard declaration.hasError else { return true }
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        return onlyErrorsInAttributesAndBodies(of: Syntax(declaration))
            && !attributes.contains { $0.hasError && $0.trimmedDescription.hasPrefix("@available") }
    }

    private static func onlyErrorsInAttributesAndBodies(of node: Syntax) -> Bool {
        node.children(viewMode: .all).allSatisfy { child in
            guard child.hasError else { return true }
            switch child.kind {
            case .attributeList, .codeBlockItemList: return true
            case .codeBlock, .accessorBlock, .accessorDeclList, .accessorDecl, .patternBindingList, .patternBinding:
                return onlyErrorsInAttributesAndBodies(of: child)
            default: return false
            }
        }
    }

    /// The parser's message for the first error in a member.
    static func message(in member: some SyntaxProtocol) -> String {
        ParseDiagnosticsGenerator.diagnostics(for: member).first { $0.diagMessage.severity == .error }?.message
            ?? "a syntax error"
    }

    // MARK: Declarations

    private static func areConfined(in declaration: DeclSyntax) -> Bool {
        guard declaration.hasError else { return true }
        switch declaration.as(DeclSyntaxEnum.self) {
        case .protocolDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        case .classDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        case .structDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        case .enumDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        case .actorDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        case .extensionDecl(let node): return areConfined(in: node.memberBlock, of: declaration)
        default: return false
        }
    }

    private static func areConfined(in block: MemberBlockSyntax, of declaration: DeclSyntax) -> Bool {
        guard onlyErrors(of: Syntax(declaration), in: [Syntax(block)]), block.leftBrace.presence == .present,
            block.rightBrace.presence == .present, !block.leftBrace.hasError, !block.rightBrace.hasError
        else { return false }
        let remainder = block.unexpectedBetweenMembersAndRightBrace.map { [Syntax($0)] } ?? []
        return onlyErrors(of: Syntax(block), in: [Syntax(block.members)] + remainder)
            && remainder.allSatisfy(isComplete)
            && block.members.allSatisfy { item in
                if !item.hasError { return true }
                if item.decl.isProtocol((any DeclGroupSyntax).self) {
                    return onlyErrors(of: Syntax(item), in: [Syntax(item.decl)]) && areConfined(in: item.decl)
                }
                return !item.decl.is(IfConfigDeclSyntax.self) && isComplete(Syntax(item))
            }
    }

    /// True if all errors of a node are in some of its children.
    private static func onlyErrors(of node: Syntax, in allowed: [Syntax]) -> Bool {
        node.children(viewMode: .all).allSatisfy { child in
            !child.hasError || allowed.contains { $0.id == child.id }
        }
    }

    // MARK: Members

    /// True if a member with errors is complete: its brackets match, and nothing is missing but a line's end.
    ///
    /// A missing token was forgotten or is still being typed: that is an error of the file, as it is for the compiler.
    private static func isComplete(_ member: Syntax) -> Bool {
        var open: [TokenKind] = []
        for token in member.tokens(viewMode: .all) {
            if token.tokenDiagnostic != nil { return false }
            guard token.presence == .present else {
                if token.tokenKind != .semicolon { return false }
                continue
            }
            // Angle brackets are no operators here: one of a pair is missing.
            if token.tokenKind.isAngle, token.parent?.is(UnexpectedNodesSyntax.self) == true { return false }
            switch token.tokenKind {
            case .leftBrace: open.append(.rightBrace)
            case .leftParen: open.append(.rightParen)
            case .leftSquare: open.append(.rightSquare)
            case .rightBrace, .rightParen, .rightSquare:
                guard open.popLast() == token.tokenKind else { return false }
            case .pound, .poundIf, .poundElse, .poundElseif, .poundEndif: return false
            default: break
            }
        }
        return open.isEmpty
    }
}

extension TokenSyntax {
    fileprivate var startsLine: Bool { leadingTrivia.contains { $0.isNewline } }
}

extension TokenKind {
    fileprivate var isAngle: Bool { self == .leftAngle || self == .rightAngle }
}
