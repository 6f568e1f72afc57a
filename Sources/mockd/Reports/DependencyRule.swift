/// A rule for make and ninja: the outputs depend on the inputs.
///
/// Each input is the target of an empty rule, too, so that make does not stop when one is deleted.
struct DependencyRule {
    var targets: [String]
    var inputs: [String]

    var text: String {
        let targets = targets.compactMap(Self.escaped)
        let inputs = inputs.compactMap(Self.escaped)
        if targets.isEmpty { return "" }
        let rule = "\(targets.joined(separator: " ")):" + inputs.map { " \\\n  \($0)" }.joined() + "\n"
        return rule + inputs.map { "\n\($0):\n" }.joined()
    }

    /// Returns a path as both programs read it; `nil` for one with a line break, which no rule can name.
    private static func escaped(_ path: String) -> String? {
        var text = ""
        var backslashes = 0
        for character in path.unicodeScalars {
            switch character {
            case "\n", "\r": return nil
            case " ", "#", ":":
                // Backslashes before an escaped character escape each other, others do not.
                text += String(repeating: "\\", count: backslashes + 1)
            case "$": text += "$"
            default: break
            }
            backslashes = character == "\\" ? backslashes + 1 : 0
            text.unicodeScalars.append(character)
        }
        return text
    }
}
