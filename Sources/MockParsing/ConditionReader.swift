internal import SwiftSyntax

/// Reads the clauses of an `#if`, each with its condition.
enum ConditionReader {
    /// Skips clauses that this compiler would not even parse.
    static func clauses(of node: IfConfigDeclSyntax) -> [(condition: String, elements: IfConfigClauseSyntax.Elements?)]
    {
        var chain = ConditionChain()
        return node.clauses.compactMap { clause in
            let condition = chain.next(clause.condition.map { $0.normalizedText })
            if clause.hasError, isVersionDependent(clause) { return nil }
            return (condition, clause.elements)
        }
    }

    /// True if the node is in a region that only another compiler has to parse: one whose `#if` tests the compiler's or
    /// the language's version. All other regions are parsed even if inactive.
    static func isInForeignRegion(_ node: Syntax) -> Bool {
        var parent = node.parent
        while let next = parent {
            if let clause = next.as(IfConfigClauseSyntax.self), isVersionDependent(clause) { return true }
            parent = next.parent
        }
        return false
    }

    private static func isVersionDependent(_ clause: IfConfigClauseSyntax) -> Bool {
        guard let list = clause.parent?.as(IfConfigClauseListSyntax.self) else { return false }
        return list.prefix { $0.position <= clause.position }.contains { $0.condition.map(testsVersion) == true }
    }

    private static func testsVersion(_ condition: ExprSyntax) -> Bool {
        let words = condition.tokens(viewMode: .sourceAccurate).map(\.text)
        return zip(words, words.dropFirst()).contains { ["swift", "compiler"].contains($0) && $1 == "(" }
    }
}
