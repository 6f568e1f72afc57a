internal import Stencil

/// `include "file"` renders another file in a scope of its own; `import "file"` keeps its macros.
final class IncludeTag: NodeType {
    let token: Token?
    private let name: Variable
    private let scope: String?
    private let keepsNames: Bool

    static func parse(keepsNames: Bool) -> (TokenParser, Token) throws -> any NodeType {
        { _, token in
            let words = token.components
            guard words.count == 2 || words.count == 3 else {
                throw templateFailure("'\(words.first ?? "include")' takes the name of a file in quotes")
            }
            return IncludeTag(token, Variable(words[1]), words.count == 3 ? words[2] : nil, keepsNames)
        }
    }

    private init(_ token: Token, _ name: Variable, _ scope: String?, _ keepsNames: Bool) {
        self.token = token
        self.name = name
        self.scope = scope
        self.keepsNames = keepsNames
    }

    func render(_ context: Context) throws -> String {
        guard let name = try name.resolve(context) as? String else {
            throw templateFailure("'\(name.variable)' is no name of a file")
        }
        guard let files = context[IncludedFiles.key] as? IncludedFiles else {
            throw templateFailure("this tag cannot be used here")
        }
        let nodes = try files.nodes(of: name)
        return try context.state.nested {
            if keepsNames { return try renderNodes(nodes, context) }
            let variables = scope.flatMap { context[$0] as? [String: Any] } ?? [:]
            return try context.push(dictionary: variables) { try renderNodes(nodes, context) }
        }
    }
}
