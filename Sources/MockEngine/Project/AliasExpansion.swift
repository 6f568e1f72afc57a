internal import CYaml
internal import MockModel

/// The size of a YAML document if each alias is replaced by the node that it refers to.
///
/// The parser does not replace them, but comparing two nodes, such as the keys of a mapping, walks everything in them.
/// A few hundred bytes can describe billions of nodes.
struct AliasExpansion {
    /// The limit; a configuration of a thousand modules has some ten thousand nodes.
    static let mostNodes = 200_000

    /// The number of nodes in each anchored node, by the name of the anchor.
    private var anchors: [String: Int] = [:]
    /// The collections that are open, each with the number of nodes in it so far.
    private var open: [(anchor: String?, nodes: Int)] = []

    /// Returns the position where the document becomes too large; `nil` if it does not, or is no YAML.
    static func offence(in text: String) -> SourcePosition? {
        // Without an alias no document is larger than its text.
        guard text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        var text = text
        return text.withUTF8 { bytes in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return nil }
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var expansion = AliasExpansion()
            return expansion.offence(&parser)
        }
    }

    private mutating func offence(_ parser: inout yaml_parser_t) -> SourcePosition? {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
            defer { yaml_event_delete(&event) }
            guard event.type != YAML_STREAM_END_EVENT, event.type != YAML_NO_EVENT else { return nil }
            let total = count(event)
            if total > Self.mostNodes {
                return SourcePosition(line: event.start_mark.line + 1, column: event.start_mark.column + 1)
            }
        }
    }

    /// Counts an event; returns the number of nodes in the largest collection so far.
    private mutating func count(_ event: yaml_event_t) -> Int {
        switch event.type {
        case YAML_ALIAS_EVENT: return add(anchors[Self.text(event.data.alias.anchor) ?? ""] ?? 1, nil)
        case YAML_SCALAR_EVENT: return add(1, Self.text(event.data.scalar.anchor))
        case YAML_SEQUENCE_START_EVENT: open.append((Self.text(event.data.sequence_start.anchor), 1))
        case YAML_MAPPING_START_EVENT: open.append((Self.text(event.data.mapping_start.anchor), 1))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            if let last = open.popLast() { return add(last.nodes, last.anchor) }
        default: break
        }
        return 0
    }

    private mutating func add(_ nodes: Int, _ anchor: String?) -> Int {
        if let anchor { anchors[anchor] = nodes }
        guard !open.isEmpty else { return nodes }
        open[open.count - 1].nodes += nodes
        return open[open.count - 1].nodes
    }

    private static func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        name.map { String(cString: $0) }
    }
}
