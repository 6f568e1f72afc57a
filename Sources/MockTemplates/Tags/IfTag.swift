internal import Stencil

/// `if condition`, `elif condition`, `else`; `ifnot value`.
struct IfTag: TemplateStep {
    /// An object, as the parts of expressions are.
    private final class Branch: Sendable {
        /// `nil` for the last part, which needs none.
        let condition: Condition?
        let body: StepSequence

        init(_ condition: Condition?, _ body: StepSequence) {
            self.condition = condition
            self.body = body
        }
    }

    private let branches: [Branch]

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        var branches: [Branch] = []
        var opening = token
        while true {
            let isLast = !branches.isEmpty && opening.components.first == "else"
            if isLast, opening.components.count > 1 {
                throw TemplateFailure("write 'elif condition' instead of '\(opening.contents)'")
            }
            let condition = isLast ? nil : try compiler.condition(opening.components.dropFirst(), parser, opening)
            let body =
                isLast
                ? try compiler.steps(parser, upTo: "endif")
                : try compiler.steps(parser, upTo: "endif", "elif", "else")
            branches.append(Branch(condition, body))
            guard let next = parser.nextToken() else { throw TemplateFailure("`endif` was not found") }
            if next.components.first == "endif" { return IfTag(branches: branches) }
            opening = next
        }
    }

    static func parseNegated(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        guard token.components.count == 2 else {
            throw TemplateFailure("'ifnot' statements should use the following syntax 'ifnot condition'")
        }
        let condition = try compiler.condition(token.components.dropFirst(), parser, token)
        var branches = [Branch(.not(condition), try compiler.steps(parser, upTo: "endif", "else"))]
        guard let next = parser.nextToken() else { throw TemplateFailure("`endif` was not found") }
        if next.contents == "else" {
            branches.append(Branch(nil, try compiler.steps(parser, upTo: "endif")))
            _ = parser.nextToken()
        }
        return IfTag(branches: branches)
    }

    func run(_ rendering: inout Rendering) throws {
        for branch in branches where try branch.condition?.holds(in: &rendering) ?? true {
            return try rendering.inner { try branch.body.run(&$0) }
        }
    }
}
