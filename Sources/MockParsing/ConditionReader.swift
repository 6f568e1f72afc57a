internal import SwiftSyntax

/// Turns the clauses of an `#if` into conditions that each stand alone: `#else` is the negation of all before it.
enum ConditionReader {
    static func clauses(of node: IfConfigDeclSyntax) -> [(condition: String, elements: IfConfigClauseSyntax.Elements?)]
    {
        var earlier: [String] = []
        return node.clauses.map { clause in
            let own = clause.condition.map { $0.normalizedText }
            let terms = earlier.map { "!(\($0))" } + (own.map { earlier.isEmpty ? [$0] : ["(\($0))"] } ?? [])
            if let own { earlier.append(own) }
            return (terms.joined(separator: " && "), clause.elements)
        }
    }
}
