internal import Stencil

/// `break` and `continue`, both with the label of a loop if it is not the innermost one.
struct JumpTag: TemplateStep {
    private let jump: Jump

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count <= 2 else {
            throw TemplateFailure("'\(token.contents)' can accept only one parameter")
        }
        guard compiler.openLoops > 0 else {
            throw TemplateFailure("'\(token.contents)' can be used only inside loop body")
        }
        return JumpTag(jump: Jump(label: words.count == 2 ? words[1] : nil, ends: words[0] == "break"))
    }

    func run(_ rendering: inout Rendering) throws {
        guard rendering.loops.contains(where: jump.isFor) else {
            throw TemplateFailure(
                jump.label.map { "no loop labeled '\($0)' is currently running" } ?? "no loop is currently running")
        }
        rendering.jump = jump
    }
}
