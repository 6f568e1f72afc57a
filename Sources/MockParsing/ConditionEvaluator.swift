import SwiftSyntax

/// Evaluates `#if` as the compiler would on Linux without flags, with the tools that mockd is built for: in manifests, and
/// around attributes of sources. Conditions around declarations are kept and not evaluated.
struct ConditionEvaluator {
    /// Modules that a manifest or an attribute may test for and that exist on Linux. All others belong to other platforms.
    private static let modules: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Dispatch", "PackageDescription",
        "CompilerPluginSupport", "Swift", "XCTest", "Testing",
    ]

    func activeClause(of block: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
        block.clauses.first { clause in
            guard let condition = clause.condition else { return true }
            return holds(condition)
        }
    }

    private func holds(_ condition: ExprSyntax) -> Bool {
        switch condition.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr(let literal): return literal.literal.tokenKind == .keyword(.true)
        case .prefixOperatorExpr(let negation): return !holds(negation.expression)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let inner = tuple.elements.first?.expression else { return false }
            return holds(inner)
        case .sequenceExpr(let sequence): return holds(Array(sequence.elements))
        case .functionCallExpr(let call): return holds(call)
        // A flag such as `DEBUG` or `SYSTEM_CI` is false: manifests are compiled without flags, and the flags of a source are
        // those of its module, which the parser does not know.
        default: return false
        }
    }

    /// Evaluates `a && b || c`: `||` binds weakest.
    private func holds(_ elements: [ExprSyntax]) -> Bool {
        elements.split { Self.isOperator($0, "||") }.contains { alternative in
            alternative.split { Self.isOperator($0, "&&") }.allSatisfy { part in
                part.count == 1 && part.first.map(holds) == true
            }
        }
    }

    private static func isOperator(_ expression: ExprSyntax, _ text: String) -> Bool {
        expression.as(BinaryOperatorExprSyntax.self)?.operator.text == text
    }

    private func holds(_ call: FunctionCallExprSyntax) -> Bool {
        guard let argument = call.arguments.first?.expression else { return false }
        let text = argument.trimmedDescription
        switch call.calledExpression.trimmedDescription {
        case "os": return text == "Linux"
        case "canImport": return Self.modules.contains(text)
        case "swift", "compiler", "_compiler_version": return Self.isAtLeast(text)
        case "arch": return text == Self.architecture
        case "targetEnvironment": return false
        default: return false
        }
    }

    /// Evaluates `>=5.9` or `<6.4`.
    private static func isAtLeast(_ requirement: String) -> Bool {
        let digits = requirement.drop { !$0.isNumber }
        let version = digits.split(separator: ".").map { Int($0) ?? 0 }
        let isOlder = PackageManifest.compilerVersion.lexicographicallyPrecedes(version)
        return requirement.hasPrefix("<") ? isOlder : !isOlder
    }

    private static var architecture: String {
        #if arch(arm64)
            "arm64"
        #else
            "x86_64"
        #endif
    }
}
