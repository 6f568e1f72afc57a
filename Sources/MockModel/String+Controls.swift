extension String {
    /// The text with escapes for control characters: a message that quotes a file stays on one line and sends no
    /// commands to the terminal.
    package var escapingControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { $0 += $1.isControl ? $1.escaped(asASCII: true) : String($1) }
    }
}

extension Unicode.Scalar {
    /// True for a control character and for one that ends a line: Unicode's general categories Cc, Zl and Zp. They will
    /// never have other members, and asking for the category of a scalar takes hundreds of instructions.
    fileprivate var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
