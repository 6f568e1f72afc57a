import Foundation
import MockTemplates
import Testing

/// No template ends the process.
@Suite struct RandomTemplateTests {
    /// More rounds print each template before it is tried, because the last one may have ended the process.
    private static let rounds =
        ProcessInfo.processInfo.environment["MOCKD_TEMPLATE_ROUNDS"].flatMap { UInt64($0) } ?? 200

    @Test func `a random template is rendered or has a problem`() {
        let fixture = TemplateFixture(
            "// sourcery: a\nprotocol A: B { func run(_ n: Int?) -> [String]; var b: Int { get } }\nprotocol B {}\nclass C {}"
        )
        for seed in 0..<Self.rounds {
            var source = RandomTemplate(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
            let text = seed % 3 == 0 ? source.pieces() : source.nodes(depth: 0)
            if Self.rounds > 200 { print("template \(seed):", text.debugDescription) }
            _ = fixture.problem(text, includes: ["x": text])
        }
    }
}

private struct RandomTemplate {
    var state: UInt64

    private mutating func pick(_ list: [String]) -> String { list[number(list.count)] }

    private mutating func number(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    /// Returns pieces of templates in any order.
    mutating func pieces() -> String {
        (0...number(20)).map { _ in pick(Self.pieces) }.joined()
    }

    /// Returns a template whose tags are closed.
    mutating func nodes(depth: Int) -> String {
        (0...number(3)).map { _ in node(depth) }.joined()
    }

    private mutating func node(_ depth: Int) -> String {
        guard depth < 4 else { return "{{ \(value()) }}" }
        let name = pick(Self.names)
        switch number(9) {
        case 0: return "{% for \(name) in \(value()) %}\(nodes(depth: depth + 1)){% endfor %}"
        case 1:
            return
                "{% for \(name), y in \(value()) where \(condition()) %}\(nodes(depth: depth + 1)){% empty %}-{% endfor %}"
        case 2:
            return "{% if \(condition()) %}\(nodes(depth: depth + 1)){% else %}\(nodes(depth: depth + 1)){% endif %}"
        case 3: return "{% macro \(name) \(pick(Self.names)) %}\(nodes(depth: depth + 1)){% endmacro %}"
        case 4: return "{% call \(name) \(value()) %}"
        case 5: return "{% set \(name) %}\(nodes(depth: depth + 1)){% endset %}"
        case 6: return "{% set \(name) \(value()) %}"
        case 7: return "{% \(pick(["include", "import", "extends"])) \(pick(["\"x\"", name])) %}"
        default: return "{{ \(value()) \(pick(["", "if \(condition())", "if \(condition()) else \(value())"])) }}"
        }
    }

    private mutating func condition() -> String {
        "\(pick(["", "not "]))\(value()) \(pick(["and", "or", "==", "!=", "<", ">=", "in"])) \(value())"
    }

    private mutating func value() -> String {
        var value = pick(
            Self.names + ["types", "type", "argument", "forloop", "1", "-1", "0.5", "\"a b\"", "''", "1...3", "nil"])
        for _ in 0..<number(4) {
            value +=
                pick([".", ".", "|"]) == "." ? ".\(pick(Self.members))" : "|\(pick(["", "!"]))\(pick(Self.filters))"
        }
        return value
    }

    private static let names = ["a", "b", "c", "type.A", "types.protocols", "types.classes"]
    private static let members = [
        "methods", "allMethods", "variables", "parameters", "returnTypeName", "typeName", "name", "annotations",
        "based", "last",
        "first", "0", "9", "-1", "count", "type", "tuple", "closure", "generic", "actualTypeName", "attributes", "kind",
        "A",
        "protocols", "implementing", "isOptional",
    ]
    private static let filters = [
        "count", "isEmpty", "reversed", "toArray", "last", "sortedValuesByKeys", "push:a", "member:\"a.b\"",
        "sorted:\"name\"",
        "sortedDescending:\"\"", "filter:\"count\"", "upperFirstLetter", "lowerFirstWord", "snakeToCamelCase:true",
        "camelToSnakeCase", "titleCase", "swiftIdentifier", "replace:\"\",\"a\"", "replace:a", "contains:\"\"",
        "hasPrefix:b",
        "indent:3,\"\"", "indent:a", "removeNewlines", "basename", "dirname", "annotated:\"=\"", "annotated:\"a.=1\"",
        "based:\"B\"",
        "static", "throws", "public", "optional", "default:1", "join:\"\"", "split:\"\"", "capitalize", "lowercase",
        "odd", "class",
        "initializer", "definedInExtension", "tuple", "computed", "escapeReservedKeywords",
    ]
    private static let pieces = [
        "{%", "%}", "{{", "}}", "{#", "#}", "-%}", "{%-", " ", "\n", "\"", "'", ":", "|", ",", ".", "...", "(", ")",
        "[", "]", "x",
        "1", "9", "-1", "not", "and", "==", "in", "if", "else", "elif", "endif", "for", "endfor", "where", "empty",
        "macro",
        "endmacro", "call", "set", "endset", "include", "block", "endblock", "extends", "filter", "endfilter", "types",
        "type.A",
        ".last", "argument", "nil", "forloop", "|count", "|replace:", "|indent:", "{% if x %}", "{% endif %}",
        "{% for a in types.protocols %}", "{% endfor %}", "{{ a.name }}", "{% break %}", "{% continue %}", "{{ x|", "é",
        "👩‍👩‍👧",
    ]
}
