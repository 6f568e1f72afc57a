internal import Stencil

/// `macro name parameter…`: a part of the template that `call` renders with arguments.
struct MacroTag: TemplateStep {
    private let name: Int
    private let macro: Macro

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count > 1 else { throw TemplateFailure("a macro needs a name: 'macro name parameter'") }
        let parameters = words[2...].map { compiler.bind($0) }
        let body = try compiler.steps(parser, upTo: "endmacro")
        guard parser.nextToken() != nil else { throw TemplateFailure("'macro' is not closed") }
        return MacroTag(name: compiler.number(of: words[1]), macro: compiler.macro(parameters, body))
    }

    func run(_ rendering: inout Rendering) {
        rendering.set(name, .macro(macro))
        rendering.memory.noteMacro(level: rendering.scope.level)
    }
}
