internal import ControlChannel
internal import Glibc

/// The two streams of a command: results, and everything else.
enum Output {
    static func result(_ line: String) {
        styled(line.withoutControls)
    }

    /// Prints aligned columns, on a terminal with a header.
    static func table(_ rows: [[String]], header: [String], ifEmpty note: String = "nothing to list") {
        guard !rows.isEmpty else { return error(note) }
        for line in TableText.lines(isatty(STDOUT_FILENO) == 1 ? [header] + rows : rows) { result(line) }
    }

    /// A line as compilers write it, with its severity in a colour, and its place as a link.
    static func diagnostic(_ line: String, _ style: Style, links: TerminalLinks? = nil) {
        let plain = line.withoutControls
        let text = links?.linked(plain) ?? plain
        for (severity, color) in [("error:", Style.Color.red), ("warning:", .yellow)] {
            guard let range = text.firstRange(of: severity) else { continue }
            return styled(text[..<range.lowerBound] + style.paint(severity, color) + text[range.upperBound...])
        }
        styled(text)
    }

    /// Prints a line that may contain colours; its texts must have no control characters.
    static func styled(_ line: String) {
        write(Array((line + "\n").utf8), to: STDOUT_FILENO)
    }

    static func result(_ document: [UInt8]) {
        write(document.last == UInt8(ascii: "\n") ? document : document + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    static func error(_ line: String) {
        write(Array((line.withoutControls + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes at once, without a buffer, so that a reader gets each event as it comes.
    private static func write(_ bytes: [UInt8], to descriptor: CInt) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno != EINTR { exit(74) }
            written += max(0, count)
        }
    }
}

extension String {
    /// The text with `?` for control characters: file names and source text can contain any, and a terminal would
    /// execute them.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "?" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 && value != 0x09 || 0x7F...0x9F ~= value }
}
