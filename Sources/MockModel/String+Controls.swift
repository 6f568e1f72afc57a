extension String {
    /// The text with escapes for control characters: a message that quotes a file stays on one line and sends no
    /// commands to the terminal.
    package var escapingControls: String {
        guard utf8.contains(where: Self.mayBeginControl), unicodeScalars.contains(where: \.isControl) else {
            return self
        }
        return unicodeScalars.reduce(into: "") { $0 += $1.isControl ? $1.escaped(asASCII: true) : String($1) }
    }

    /// True for ASCII's control characters, and for the first bytes of all others in UTF-8.
    private static func mayBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }
}

extension Unicode.Scalar {
    /// True for a control character and for one that ends a line.
    fileprivate var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}
