internal import MockModel
internal import SwiftDiagnostics
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// Puts the parser's complaints into the one-line form of all diagnostics.
enum SyntaxErrorReader {
    /// A broken file can hold thousands of errors that all follow from the first.
    private static let limit = 5

    static func diagnostics(in tree: SourceFileSyntax, path: String) -> [MockModel.Diagnostic] {
        let converter = SourceLocationConverter(fileName: path, tree: tree)
        return ParseDiagnosticsGenerator.diagnostics(for: tree)
            .lazy
            .filter { $0.diagMessage.severity == .error && !ConditionReader.isInForeignRegion($0.node) }
            .prefix(limit)
            .map { found in
                let location = found.location(converter: converter)
                return MockModel.Diagnostic(
                    path: path,
                    position: SourcePosition(line: location.line, column: location.column),
                    severity: .error,
                    message: found.message,
                    code: "syntax"
                )
            }
    }
}
