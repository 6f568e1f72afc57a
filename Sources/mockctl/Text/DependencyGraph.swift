/// Names and the edges between them, as text for programs that draw.
struct DependencyGraph {
    enum Kind {
        case file, type, mock, module
    }

    private struct Node: Hashable {
        var name: String
        var kind: Kind
    }

    /// In the order of their first mention, which gives each its number.
    private var nodes: [Node] = []
    private var edges: [(Int, Int)] = []

    /// Adds an edge once, with its ends.
    mutating func add(_ from: String, _ kind: Kind, to: String, _ toKind: Kind) {
        let edge = (number(of: Node(name: from, kind: kind)), number(of: Node(name: to, kind: toKind)))
        if !edges.contains(where: { $0 == edge }) { edges.append(edge) }
    }

    private mutating func number(of node: Node) -> Int {
        if let index = nodes.firstIndex(of: node) { return index }
        nodes.append(node)
        return nodes.count - 1
    }

    /// Mermaid's flowchart, as GitHub draws it in a code block.
    var mermaid: [String] {
        ["flowchart LR"]
            + nodes.enumerated().map { number, node in
                let name = "\"\(node.name.replacing("\"", with: "#quot;"))\""
                switch node.kind {
                case .file: return "    n\(number)[\(name)]"
                case .type: return "    n\(number)(\(name))"
                case .mock: return "    n\(number)([\(name)])"
                case .module: return "    n\(number)[[\(name)]]"
                }
            } + edges.map { "    n\($0) --> n\($1)" }
    }

    /// The language of Graphviz.
    var dot: [String] {
        ["digraph mocks {", "    rankdir=LR"]
            + nodes.enumerated().map { number, node in
                let name = node.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                let shape =
                    switch node.kind {
                    case .file: "box"
                    case .type: "ellipse"
                    case .mock: "doubleoctagon"
                    case .module: "folder"
                    }
                return "    n\(number) [label=\"\(name)\", shape=\(shape)]"
            } + edges.map { "    n\($0) -> n\($1)" } + ["}"]
    }
}
