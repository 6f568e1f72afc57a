internal import Stencil

/// `block name` up to `endblock`: a part that an extending template may replace.
struct BlockTag: TemplateStep {
    let name: String
    private let block: Int
    private let body: StepSequence
    private let mark: TagMark

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count == 2 else { throw TemplateFailure("'block' tag takes one argument, the block name") }
        let body = try compiler.steps(parser, upTo: "endblock")
        _ = parser.nextToken()
        return BlockTag(name: words[1], block: compiler.bind("block"), body: body, mark: TagMark(token))
    }

    func run(_ rendering: inout Rendering) throws {
        // The text depends on the templates around this one.
        rendering.memory.noteRead(level: -1, isBound: true)
        guard let replacement = rendering.blocks?.pop(name) else {
            let start = rendering.output.count
            try body.run(&rendering)
            rendering.keepBlock(name, String(decoding: rendering.output[start...], as: UTF8.self), as: block)
            return
        }
        let original = try rendering.text { try run(&$0) }
        try rendering.nested { rendering in
            try rendering.inner { rendering in
                rendering.set(block, .mapping(["super": .text(original)]))
                do {
                    try replacement.run(&rendering)
                } catch {
                    throw TemplateFailure.noting(replacement.mark, in: error)
                }
            }
        }
    }
}

extension Rendering {
    /// Keeps the text of a block for `block.name`.
    fileprivate mutating func keepBlock(_ name: String, _ text: String, as block: Int) {
        printedBlocks[name] = .text(text)
        scope.setOutermost(block, .mapping(printedBlocks))
    }
}
