internal import ControlChannel
internal import Glibc

/// How serious a line is, with the numbers of syslog.
enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    /// The name of the level in logs.
    ///
    /// Does not ask the runtime for the case's name: the first such query is slow, and a start prints a line before it
    /// is ready.
    var levelName: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .notice: "notice"
        case .info: "info"
        case .debug: "debug"
        }
    }

    fileprivate var color: String {
        switch self {
        case .error: "\u{1B}[1;31m"
        case .warning: "\u{1B}[1;35m"
        case .notice, .info, .debug: "\u{1B}[1;36m"
        }
    }
}

/// The format of a stream's lines: plain, with colours, or with the priority that the journal reads.
enum LineStyle: Hashable, Sendable {
    case plain, colored, journal

    /// Chooses the style of a stream.
    ///
    /// - Parameters:
    ///   - descriptor: The stream.
    ///   - colors: The value of `--color`.
    ///   - environment: `JOURNAL_STREAM`, `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` count.
    static func of(_ descriptor: Int32, colors: ColorChoice, environment: [String: String]) -> LineStyle {
        if isJournal(descriptor, environment["JOURNAL_STREAM"]) { return .journal }
        switch colors {
        case .always: return .colored
        case .never: return .plain
        case .auto: return wantsColors(isTerminal: isatty(descriptor) == 1, environment) ? .colored : .plain
        }
    }

    /// Returns true if the variables ask for colours, by their common conventions; `NO_COLOR` has precedence.
    static func wantsColors(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        if let wish = environment["NO_COLOR"], !wish.isEmpty { return false }
        if let wish = environment["CLICOLOR_FORCE"], !wish.isEmpty, wish != "0" { return true }
        return isTerminal && understandsEscapes(environment)
    }

    static func understandsEscapes(_ environment: [String: String]) -> Bool {
        environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } ?? false
    }

    /// True if the stream is the journal. systemd names the device and the inode of the stream that it made, which
    /// tells a redirected one from it.
    private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Returns the line as it is printed. Control characters are escaped: a line stays one line, and the name of a file
    /// cannot send commands to the terminal.
    ///
    /// - Parameter links: Makes a link of the line's place.
    func format(_ line: String, _ severity: Severity, links: TerminalLinks? = nil) -> String {
        let escaped = Self.escaped(line)
        let text = links?.linked(escaped) ?? escaped
        switch self {
        case .plain: return text
        case .journal: return "<\(severity.rawValue)>\(text)"
        case .colored:
            for word in ["error:", "warning:", "note:"] {
                guard let range = text.firstRange(of: word) else { continue }
                return text[..<range.lowerBound] + severity.color + word + "\u{1B}[0m" + text[range.upperBound...]
            }
            return severity == .info ? Self.marked(text) : text
        }
    }

    /// Colours the counts of mocks and the words of success: green for existing mocks, yellow for removed ones, red for
    /// failures and errors.
    private static func marked(_ text: String) -> String {
        func colored(_ word: Substring, _ color: Int) -> String { "\u{1B}[\(color)m\(word)\u{1B}[0m" }
        let phrases = [
            "ready", "no errors left", "no warnings left", "all mocks could be written again", "the root is back",
        ]
        for phrase in phrases {
            guard let range = text.firstRange(of: phrase), text[..<range.lowerBound].allSatisfy(\.isTime) else {
                continue
            }
            return text[..<range.lowerBound] + colored(text[range], 32) + text[range.upperBound...]
        }
        guard let arrow = text.firstRange(of: " -> ") else { return text }
        let outcomes = text[arrow.upperBound...].split(separator: ", ").map { part -> Substring in
            for (outcome, color) in [(" written", 32), (" removed", 33), (" failed", 31)]
            where !part.hasPrefix("nothing") {
                guard let range = part.firstRange(of: outcome) else { continue }
                return part[...range.lowerBound] + colored(part[range].dropFirst(), color) + part[range.upperBound...]
            }
            guard part.first?.isNumber == true, part.contains(" error") else { return part }
            let end = part.firstRange(of: " (")?.lowerBound ?? part.endIndex
            return colored(part[..<end], 31) + part[end...]
        }
        return text[..<arrow.upperBound] + outcomes.joined(separator: ", ")
    }

    private static func escaped(_ line: String) -> String {
        guard line.unicodeScalars.contains(where: isControl) else { return line }
        var text = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case _ where isControl(scalar) && scalar != "\t": text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
}

extension Character {
    /// True for a character of `12:00:01 `.
    fileprivate var isTime: Bool { isNumber || self == ":" || self == " " }
}

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}
