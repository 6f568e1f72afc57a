internal import Stencil

/// `filter name` up to `endfilter`: a text behind a filter.
struct FilterTag: TemplateStep {
    private let chain: FilterChain
    private let body: StepSequence

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count == 2 else {
            throw TemplateFailure("'filter' tag takes one argument, the filter expression")
        }
        let body = try compiler.steps(parser, upTo: "endfilter")
        guard parser.nextToken() != nil else { throw TemplateFailure("`endfilter` was not found") }
        return FilterTag(chain: try compiler.chain("filter_value|\(words[1])", parser, token), body: body)
    }

    func run(_ rendering: inout Rendering) throws {
        let text = try rendering.text { try body.run(&$0) }
        rendering.write(try chain.filtered(.text(text), &rendering).printed)
    }
}
