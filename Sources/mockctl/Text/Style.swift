internal import ArgumentParser
internal import ControlChannel
internal import Glibc

/// The colours of text: used on a terminal, by default not in a pipe.
struct Style {
    enum Color: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case bold = "1"
    }

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    var hasColor: Bool
    /// True if the locale is UTF-8, which the dot of `systemctl status` needs.
    var isUTF8: Bool

    /// Derives the style from the terminal and the environment: no-color.org, CLICOLOR_FORCE, TERM.
    static func ofStandardOutput(_ choice: Choice = .auto) -> Style {
        let forced = ProcessEnvironment["CLICOLOR_FORCE"].map { !$0.isEmpty && $0 != "0" } ?? false
        let refused = ProcessEnvironment["NO_COLOR"].map { !$0.isEmpty } ?? false
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessEnvironment["TERM"] != "dumb"
        // The order of setlocale(3).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { ProcessEnvironment[$0] }.first { !$0.isEmpty }
        let name = locale?.uppercased() ?? ""
        let hasColor =
            switch choice {
            case .auto: !refused && (forced || isTerminal)
            case .always: true
            case .never: false
            }
        return Style(
            hasColor: hasColor, isUTF8: name.hasSuffix("UTF-8") || name.hasSuffix("UTF8"))
    }

    func paint(_ text: String, _ color: Color?) -> String {
        guard hasColor, let color else { return text }
        return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
    }

    var dot: String { isUTF8 ? "●" : "*" }
}
