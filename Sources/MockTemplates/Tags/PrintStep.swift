internal import Stencil

/// `{{ value }}`, `{{ value if condition else value }}`
struct PrintStep: TemplateStep {
    private let value: Condition
    private let condition: Condition?
    private let otherwise: Condition?

    /// - Parameter token: a token that the engine has understood.
    init(_ token: Token, _ compiler: TemplateCompiler) {
        let words = token.components
        guard words.count > 2, words[1] == "if" else {
            value = Self.value(words, compiler)
            (condition, otherwise) = (nil, nil)
            return
        }
        let parts = words[2...].split(separator: "else", maxSplits: 1, omittingEmptySubsequences: false)
        value = Self.value([words[0]], compiler)
        condition = ConditionParser.parse(parts.first.map(Array.init) ?? [], compiler)
        otherwise = parts.count > 1 ? Self.value(Array(parts[1]), compiler) : nil
    }

    /// Words that are no condition are one value with spaces in it.
    private static func value(_ words: [String], _ compiler: TemplateCompiler) -> Condition {
        ConditionParser.parse(words, compiler)
            ?? .value(Operand(FilterChain(words.joined(separator: " "), compiler)))
    }

    func run(_ rendering: inout Rendering) throws {
        if let condition, try !condition.holds(in: &rendering) {
            if let otherwise { try Self.print(otherwise, &rendering) }
        } else {
            try Self.print(value, &rendering)
        }
    }

    private static func print(_ value: Condition, _ rendering: inout Rendering) throws {
        let text = try value.value(in: &rendering).printed
        if text.utf8.count >= Rendering.bytesPerUnit { try rendering.spend(bytes: text.utf8.count) }
        rendering.write(text)
    }
}
