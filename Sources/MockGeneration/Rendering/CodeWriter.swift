/// Collects lines of Swift with their indentation.
///
/// In bytes: to append to a `String` costs several times as much, and a mock is thousands of pieces.
struct CodeWriter {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    mutating func append(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
            bytes.append(contentsOf: text.utf8)
        }
    }

    mutating func line(_ line: String) {
        if !line.isEmpty, line.utf8.first != UInt8(ascii: "#") { indent() }
        append(line)
        blank()
    }

    /// Writes a line piece by piece.
    mutating func line(_ write: (inout CodeWriter) -> Void) {
        indent()
        write(&self)
        blank()
    }

    mutating func blank() { bytes.append(UInt8(ascii: "\n")) }

    /// Writes `opening {`, the body one step further in, and `}`.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        line {
            $0.append(opening)
            $0.append(" {")
        }
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    private mutating func indent() {
        for _ in 0..<depth { append("    ") }
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
