/// Collects lines of Swift with their indentation.
struct CodeWriter {
    private(set) var text = ""
    private var indentation = ""

    mutating func line(_ line: String) {
        text += line.isEmpty || line.hasPrefix("#") ? line : indentation + line
        text += "\n"
    }

    mutating func blank() { text += "\n" }

    /// Writes `opening {`, the body one step further in, and `}`.
    mutating func block(_ opening: String, _ body: (inout CodeWriter) -> Void) {
        line("\(opening) {")
        let outer = indentation
        indentation += "    "
        body(&self)
        indentation = outer
        line("}")
    }

    /// Replaces the line written last, for what has to follow a closing brace.
    mutating func replaceLastLine(_ replacement: String) {
        text.removeLast()
        text = String(text[..<(text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex)])
        line(replacement)
    }

    /// Writes the body inside `#if` when there are conditions.
    mutating func conditional(_ conditions: [String], _ body: (inout CodeWriter) -> Void) {
        guard !conditions.isEmpty else { return body(&self) }
        line("#if \(Self.joined(conditions))")
        body(&self)
        line("#endif")
    }

    private static func joined(_ conditions: [String]) -> String {
        guard conditions.count > 1 else { return conditions[0] }
        return conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
    }
}
