internal import Stencil

/// `set name` up to `endset`, or `set name value`: gives a name to a text or a value.
struct SetTag: TemplateStep {
    /// The largest text that a name stands for: a text that repeats itself would fill the memory.
    private static let largest = 1 << 20

    private let name: Int
    private let written: String
    private let content: Content

    private enum Content: Sendable {
        case steps(StepSequence)
        case value(Operand)
    }

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count == 2 || words.count == 3 else {
            throw TemplateFailure("write 'set name', with the text up to 'endset', or 'set name value'")
        }
        let name = compiler.bind(words[1])
        if words.count == 3 {
            let value = try compiler.operand(words[2], parser, token)
            return SetTag(name: name, written: words[1], content: .value(value))
        }
        let steps = try compiler.steps(parser, upTo: "endset")
        guard parser.nextToken() != nil else { throw TemplateFailure("'set' is not closed") }
        return SetTag(name: name, written: words[1], content: .steps(steps))
    }

    func run(_ rendering: inout Rendering) throws {
        switch content {
        case .steps(let steps):
            let text = try rendering.text { try steps.run(&$0) }
            guard text.utf8.count <= Self.largest else {
                throw TemplateFailure("the text of '\(written)' is larger than \(Self.largest >> 20) MiB")
            }
            try rendering.spend(bytes: text.utf8.count)
            rendering.set(name, .text(text))
        case .value(let value):
            try rendering.spend()
            let value = try value.value(in: &rendering)
            rendering.set(name, value)
        }
    }
}
