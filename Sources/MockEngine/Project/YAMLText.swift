/// Text for a YAML file that is made from names and values of a repository, which may be hostile.
enum YAMLText {
    /// Returns a scalar in double quotes that reads back as exactly this text.
    static func quoted(_ text: String) -> String {
        "\"\(text.unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : escaped($0) }.joined())\""
    }

    /// Returns text that stays in the comment that it stands in: what YAML may read as the end of a line is written as
    /// in a quoted scalar.
    static func inComment(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

    /// Returns the scalar, or its escape sequence if YAML may read it as a line break or not at all.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xFDCF, 0xFDF0...0xFEFE, 0xFF00...0xFFFD: return String(scalar)
        case 0x1_0000... where scalar.value & 0xFFFE != 0xFFFE: return String(scalar)
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let (letter, count) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
            return "\\\(letter)" + String(repeating: "0", count: count - digits.utf8.count) + digits
        }
    }
}
