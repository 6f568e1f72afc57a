internal import Stencil

/// `macro name parameter…`: nodes that `call` renders with arguments.
final class MacroTag: NodeType {
    let token: Token?
    private let name: String
    private let macro: Macro

    /// The value of the macro's name.
    final class Macro {
        let parameters: [String]
        let nodes: [any NodeType]

        init(_ parameters: [String], _ nodes: [any NodeType]) {
            self.parameters = parameters
            self.nodes = nodes
        }
    }

    static func parse(_ parser: TokenParser, _ token: Token) throws -> any NodeType {
        let words = token.components
        guard words.count > 1 else { throw templateFailure("a macro needs a name: 'macro name parameter'") }
        let nodes = try parser.parse(until(["endmacro"]))
        guard parser.nextToken() != nil else { throw templateFailure("'macro' is not closed") }
        return MacroTag(token, words[1], Macro(Array(words[2...]), nodes))
    }

    private init(_ token: Token, _ name: String, _ macro: Macro) {
        self.token = token
        self.name = name
        self.macro = macro
    }

    func render(_ context: Context) throws -> String {
        context[name] = macro
        return ""
    }
}
