internal import Stencil

/// `extends "file"`: renders another file, whose blocks the ones of this template replace.
struct ExtendsTag: TemplateStep {
    private let name: Lookup
    private let written: String
    private let blocks: [BlockTag]

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count == 2 else {
            throw TemplateFailure("'extends' takes one argument, the template file to be extended")
        }
        let steps = try parser.parse().compactMap { ($0 as? StepNode)?.step }
        guard !steps.contains(where: { $0 is ExtendsTag }) else {
            throw TemplateFailure("'extends' cannot appear more than once in the same template")
        }
        return ExtendsTag(
            name: Lookup(words[1], compiler), written: words[1], blocks: steps.compactMap { $0 as? BlockTag })
    }

    func run(_ rendering: inout Rendering) throws {
        guard case .text(let name) = try name.value(in: &rendering) else {
            throw TemplateFailure("'\(written)' is no name of a file")
        }
        try rendering.countLoad()
        let steps = try rendering.program.steps(of: name)
        let earlier = rendering.blocks
        var stack = earlier ?? BlockStack()
        // The last of two blocks with one name counts.
        let own = Dictionary(blocks.map { ($0.name, $0) }) { $1 }
        for (name, block) in own { stack.push(block, name) }
        rendering.blocks = stack
        defer { if earlier == nil { rendering.blocks = nil } }
        try rendering.inner { try steps.run(&$0) }
    }
}

/// The blocks of extending templates by their names; of each name, that of the outermost template first.
struct BlockStack: Sendable {
    private var blocks: [String: [BlockTag]] = [:]

    mutating func push(_ block: BlockTag, _ name: String) { blocks[name, default: []].append(block) }

    mutating func pop(_ name: String) -> BlockTag? {
        guard let first = blocks[name]?.first else { return nil }
        blocks[name]?.removeFirst()
        return first
    }
}
