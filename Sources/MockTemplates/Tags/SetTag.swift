internal import Stencil

/// `set name` up to `endset`, or `set name value`: gives a name to a text or a value.
final class SetTag: NodeType {
    /// The largest text that a name stands for: a text that repeats itself would fill the memory.
    private static let largest = 1 << 20

    let token: Token?
    private let name: String
    private let content: Content

    private enum Content {
        case nodes([any NodeType])
        case value(any Resolvable)
    }

    static func parse(_ parser: TokenParser, _ token: Token) throws -> any NodeType {
        let words = token.components
        guard words.count == 2 || words.count == 3 else {
            throw templateFailure("write 'set name', with the text up to 'endset', or 'set name value'")
        }
        if words.count == 3 {
            return SetTag(token, words[1], .value(try parser.compileResolvable(words[2], containedIn: token)))
        }
        let nodes = try parser.parse(until(["endset"]))
        guard parser.nextToken() != nil else { throw templateFailure("'set' is not closed") }
        return SetTag(token, words[1], .nodes(nodes))
    }

    private init(_ token: Token, _ name: String, _ content: Content) {
        self.token = token
        self.name = name
        self.content = content
    }

    func render(_ context: Context) throws -> String {
        switch content {
        case .nodes(let nodes):
            let text = try renderNodes(nodes, context)
            guard text.utf8.count <= Self.largest else {
                throw templateFailure("the text of '\(name)' is larger than \(Self.largest >> 20) MiB")
            }
            try context.state.spend(bytes: text.utf8.count)
            context[name] = text
        case .value(let value):
            try context.state.spend()
            context[name] = try value.resolve(context)
        }
        return ""
    }
}
