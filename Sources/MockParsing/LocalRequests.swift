internal import MockModel
internal import SwiftSyntax

/// Finds the types in bodies that ask for a mock: no file of mocks can name them.
final class LocalRequests: SyntaxVisitor {
    private let path: String
    private var locator: SourceLocator
    /// The number of bodies around the current position.
    private var bodies = 0
    private var diagnostics: [MockModel.Diagnostic] = []

    private init(_ locator: SourceLocator, _ path: String) {
        self.path = path
        self.locator = locator
        super.init(viewMode: .sourceAccurate)
    }

    static func diagnostics(
        in tree: SourceFileSyntax, _ locator: SourceLocator, _ path: String
    ) -> [MockModel.Diagnostic] {
        let visitor = LocalRequests(locator, path)
        visitor.walk(tree)
        return visitor.diagnostics
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        report(node, node.name, before: node.protocolKeyword)
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        report(node, node.name, before: node.classKeyword)
        return .visitChildren
    }

    private func report(_ node: some DeclSyntaxProtocol, _ name: TokenSyntax, before keyword: TokenSyntax) {
        guard bodies > 0, AnnotationReader.read(CommentLines(above: node, before: keyword)).annotation != nil else {
            return
        }
        let offset = name.positionAfterSkippingLeadingTrivia.utf8Offset
        diagnostics.append(
            MockModel.Diagnostic(
                path: path, position: locator.position(ofOffset: offset), severity: .warning,
                message:
                    "'\(name.text)' is local to a function, where no file of mocks sees it, so it gets no mock; declare it outside of the function",
                code: "annotation-place"))
    }

    // MARK: Bodies

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: CodeBlockSyntax) { bodies -= 1 }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: ClosureExprSyntax) { bodies -= 1 }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: AccessorBlockSyntax) { bodies -= 1 }

    /// A branch that does not parse is for another compiler: its braces may begin bodies that never end.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.hasError ? .skipChildren : .visitChildren
    }

    private func enterBody() -> SyntaxVisitorContinueKind {
        bodies += 1
        return .visitChildren
    }
}
