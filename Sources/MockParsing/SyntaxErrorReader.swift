internal import MockModel
internal import SwiftDiagnostics
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// Converts the parser's diagnostics into the one-line form of all diagnostics.
enum SyntaxErrorReader {
    /// A broken file can contain thousands of errors that all follow from the first.
    private static let limit = 5
    /// The parser's message for a conflict marker.
    private static let conflictMarker = "source control conflict marker in source file"

    /// - Parameter isIncluded: whether an error at a node is reported.
    static func diagnostics(
        in tree: SourceFileSyntax, path: String, _ severity: MockModel.Diagnostic.Severity = .error,
        where isIncluded: (Syntax) -> Bool = { _ in true }
    ) -> [MockModel.Diagnostic] {
        let converter = SourceLocationConverter(fileName: path, tree: tree)
        // With such a character, the generator creates a fix without changes for some trees, which traps (swift-syntax
        // 603).
        if let position = foreignCharacter(in: tree) {
            let location = converter.location(for: position)
            return [
                MockModel.Diagnostic(
                    path: path, position: SourcePosition(line: location.line, column: location.column),
                    severity: .error,
                    message: "a character here belongs to no Swift code; remove it", code: "syntax")
            ]
        }
        let found = ParseDiagnosticsGenerator.diagnostics(for: tree)
        if found.contains(where: { $0.message == conflictMarker }) {
            // All other errors may follow from it.
            return [
                MockModel.Diagnostic(
                    path: path, position: SourcePosition(line: lineOfConflict(in: tree), column: 1), severity: .error,
                    message: "a merge conflict is left here; keep what is right and remove its markers",
                    code: "merge-conflict")
            ]
        }
        let errors = found.filter {
            $0.diagMessage.severity == .error && !ConditionReader.isInForeignRegion($0.node) && isIncluded($0.node)
        }
        return
            withoutConsequences(errors, converter)
            .prefix(limit)
            .map { found in
                let location = found.location(converter: converter)
                return MockModel.Diagnostic(
                    path: path,
                    position: SourcePosition(line: location.line, column: location.column),
                    severity: severity,
                    message: found.message,
                    code: "syntax"
                )
            }
    }

    /// Returns the errors without those that follow from earlier ones: the parser goes on in the middle of the code that
    /// it did not understand, so it finds more errors in the same line or declaration, and braces that do not match.
    private static func withoutConsequences(
        _ errors: [SwiftDiagnostics.Diagnostic], _ converter: SourceLocationConverter
    ) -> [SwiftDiagnostics.Diagnostic] {
        var declarations: Set<SyntaxIdentifier> = []
        var lines: Set<Int> = []
        return errors.filter { error in
            let isAboutBrace = error.message.hasPrefix("expected '}'") || error.message.hasPrefix("unexpected brace")
            let isFirst = declarations.isEmpty || !isAboutBrace
            let isFirstInDeclaration = declarations.insert(declaration(around: error.node).id).inserted
            let isFirstInLine = lines.insert(error.location(converter: converter).line).inserted
            return isFirst && isFirstInDeclaration && isFirstInLine
        }
    }

    /// Returns the item of a file or of a type's body that contains a node.
    private static func declaration(around node: Syntax) -> Syntax {
        var item = node
        while !item.is(MemberBlockItemSyntax.self), !item.is(CodeBlockItemSyntax.self), let parent = item.parent {
            item = parent
        }
        return item
    }

    /// The line of the conflict's first marker: the parser reports some markers only.
    private static func lineOfConflict(in tree: SourceFileSyntax) -> Int {
        let lines = tree.description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return (lines.firstIndex { $0.hasPrefix("<<<<<<<") } ?? 0) + 1
    }

    /// The position of the first character that belongs to no token.
    private static func foreignCharacter(in tree: SourceFileSyntax) -> AbsolutePosition? {
        for token in tree.tokens(viewMode: .all) {
            guard let complaint = token.tokenDiagnostic else { continue }
            switch complaint.kind {
            case .invalidCharacter, .invalidUtf8, .unprintableAsciiCharacter, .tokenDiagnosticOffsetOverflow:
                return token.position.advanced(by: Int(complaint.byteOffset))
            case .equalMustHaveConsistentWhitespaceOnBothSides where hasSpaceOnBothSides(token):
                return token.positionAfterSkippingLeadingTrivia
            default: continue
            }
        }
        return nil
    }

    /// True for an `=` that the lexer reports although spaces are on both sides: another character is between them, and
    /// the fix to insert a space has no changes.
    private static func hasSpaceOnBothSides(_ token: TokenSyntax) -> Bool {
        func hasSpace(_ trivia: Trivia?) -> Bool {
            trivia?.contains {
                switch $0 {
                case .spaces, .tabs: true
                default: false
                }
            } == true
        }
        return hasSpace(token.previousToken(viewMode: .all)?.trailingTrivia) && hasSpace(token.trailingTrivia)
    }
}
