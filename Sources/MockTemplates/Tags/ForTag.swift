internal import Stencil

/// `for name in values where condition`, as the engine has it, with a limit of its work.
final class ForTag: NodeType {
    let token: Token?
    private let label: String?
    private let names: [String]
    private let values: Values
    private let condition: (any Expression)?
    private let nodes: [any NodeType]
    private let emptyNodes: [any NodeType]

    private enum Values {
        case list(any Resolvable)
        /// Both ends; the engine would make the list before its length could be checked.
        case range(any Resolvable, any Resolvable)
    }

    static func parse(_ parser: TokenParser, _ token: Token) throws -> any NodeType {
        var words = token.components
        var label: String?
        if let first = words.first, first.hasSuffix(":") {
            label = String(first.dropLast())
            words.removeFirst()
        }
        guard words.count >= 4, words[2] == "in", words.count == 4 || words.count > 5 && words[4] == "where" else {
            throw templateFailure("write a loop as 'for name in values' or 'for name in values where condition'")
        }
        let condition =
            words.count > 4 ? try parser.compileExpression(components: Array(words[5...]), token: token) : nil
        let values = try values(words[3], parser, token)
        let nodes = try parser.parse(until(["endfor", "empty"]))
        guard let end = parser.nextToken() else { throw templateFailure("'for' is not closed") }
        var emptyNodes: [any NodeType] = []
        if end.contents == "empty" {
            emptyNodes = try parser.parse(until(["endfor"]))
            _ = parser.nextToken()
        }
        let names = words[1].split(separator: ",").map { String($0.trimming { $0 == " " }) }
        return ForTag(token, label, names, values, condition, nodes, emptyNodes)
    }

    private static func values(_ word: String, _ parser: TokenParser, _ token: Token) throws -> Values {
        let ends = word.split(separator: "...", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, !word.contains("\""), !word.contains("'") else {
            return .list(try parser.compileFilter(word, containedIn: token))
        }
        return .range(
            try parser.compileFilter(ends[0], containedIn: token), try parser.compileFilter(ends[1], containedIn: token)
        )
    }

    private init(
        _ token: Token, _ label: String?, _ names: [String], _ values: Values, _ condition: (any Expression)?,
        _ nodes: [any NodeType], _ emptyNodes: [any NodeType]
    ) {
        self.token = token
        self.label = label
        self.names = names
        self.values = values
        self.condition = condition
        self.nodes = nodes
        self.emptyNodes = emptyNodes
    }

    func render(_ context: Context) throws -> String {
        let state = try context.state
        var elements = try elements(context, state)
        if let condition {
            elements = try elements.filter { element in
                try state.spend()
                return try context.push(dictionary: variables(for: element)) {
                    try condition.evaluate(context: context)
                }
            }
        }
        guard !elements.isEmpty else { return try context.push { try renderNodes(emptyNodes, context) } }
        let outer = (context["forloop"] as? [String: Any] ?? [:]).filter { ($1 as? [String: Any])?["label"] != nil }
        var text = ""
        for (index, element) in elements.enumerated() {
            var loop: [String: Any] = [
                "first": index == 0, "last": index == elements.count - 1, "counter": index + 1, "counter0": index,
                "length": elements.count,
            ]
            if let label {
                loop["label"] = label
                loop[label] = loop
            }
            loop.merge(outer) { own, _ in own }
            var ends = false
            let part = try context.push(dictionary: ["forloop": loop]) {
                let part = try context.push(dictionary: variables(for: element)) { try renderNodes(nodes, context) }
                ends = self.ends(context)
                return part
            }
            try state.spend(bytes: part.utf8.count)
            text += part
            if ends { break }
        }
        return text
    }

    /// True if `break` was met, or a `continue` of an outer loop. The engine's tags leave these names.
    private func ends(_ context: Context) -> Bool {
        if let continued = context["_internal_forloop_continue"] as? String { return continued != label }
        return context["_internal_forloop_break"] != nil
    }

    private func variables(for element: Any) throws -> [String: Any] {
        guard names.count > 1 else { return [names.first ?? "": element] }
        guard let pair = element as? KeyAndValue else {
            throw templateFailure("a loop with several names needs a mapping behind 'in'")
        }
        var variables: [String: Any] = [:]
        for (name, value) in zip(names, [pair.key, pair.value]) where name != "_" { variables[name] = value }
        return variables
    }

    /// An element of a mapping.
    private struct KeyAndValue: DynamicMemberLookup {
        var key: String
        var value: Any

        subscript(dynamicMember member: String) -> Any? {
            switch member {
            case "key": key
            case "value": value
            default: nil
            }
        }
    }

    private func elements(_ context: Context, _ state: RenderState) throws -> [Any] {
        switch values {
        case .list(let values):
            switch try values.resolve(context) {
            case let list as [Any]: return list
            case let mapping as [String: Any]:
                return mapping.sorted { $0.key < $1.key }.map { KeyAndValue(key: $0.key, value: $0.value) }
            default: return []
            }
        case .range(let first, let last):
            guard let first = try first.resolve(context) as? Int, let last = try last.resolve(context) as? Int else {
                throw templateFailure("the ends of a range must be whole numbers")
            }
            let (lower, upper) = (min(first, last), max(first, last))
            let (length, overflow) = upper.subtractingReportingOverflow(lower)
            try state.spend(elements: overflow ? .max : length)
            return first > last ? Array((lower...upper).reversed()) : Array(lower...upper)
        }
    }
}
