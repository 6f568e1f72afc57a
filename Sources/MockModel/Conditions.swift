/// Conditions of the `#if` blocks around a declaration, as written: `DEBUG`, `os(Linux)`. The later branches of a block
/// have the negation of the earlier ones: `!(DEBUG)`.
extension [String] {
    /// True if they cannot all be met: one negates another, or is `false`.
    package var contradict: Bool { !isEmpty && contains { $0 == "false" || isNegated($0) } }

    private func isNegated(_ condition: String) -> Bool {
        if contains("!(\(condition))") { return true }
        // The operand of `!` without parentheses is one flag or call.
        let isOne = !condition.utf8.contains { [UInt8(ascii: " "), UInt8(ascii: "!")].contains($0) }
        return isOne && contains("!\(condition)")
    }
}

extension String {
    /// True for the conditions of other systems alone, such as `os(macOS) || os(iOS)`.
    package var excludesLinux: Bool {
        if self == "!os(Linux)" { return true }
        let operands = split(separator: "||").map { $0.trimmingSpaces }
        return !isEmpty
            && operands.allSatisfy { operand in
                operand.hasPrefix("os(") && operand.firstIndex(of: ")") == operand.indices.last
                    && operand != "os(Linux)"
            }
    }
}
