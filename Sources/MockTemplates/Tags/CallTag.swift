internal import Stencil

/// `call name argument…`: the text of a macro.
final class CallTag: NodeType {
    let token: Token?
    private let name: Variable
    private let arguments: [any Resolvable]

    static func parse(_ parser: TokenParser, _ token: Token) throws -> any NodeType {
        let words = token.components
        guard words.count > 1 else { throw templateFailure("a call needs the name of a macro: 'call name argument'") }
        let arguments = try words[2...].map { try parser.compileResolvable($0, containedIn: token) }
        return CallTag(token, Variable(words[1]), arguments)
    }

    private init(_ token: Token, _ name: Variable, _ arguments: [any Resolvable]) {
        self.token = token
        self.name = name
        self.arguments = arguments
    }

    func render(_ context: Context) throws -> String {
        guard let macro = try name.resolve(context) as? MacroTag.Macro else {
            throw templateFailure("there is no macro '\(name.variable)' above this call")
        }
        var variables: [String: Any] = [:]
        for (parameter, argument) in zip(macro.parameters, arguments) {
            variables[parameter] = try argument.resolve(context)
        }
        let state = try context.state
        let text = try state.nested {
            try context.push(dictionary: variables) { try renderNodes(macro.nodes, context) }
        }
        try state.spend(bytes: text.utf8.count)
        return text
    }
}
