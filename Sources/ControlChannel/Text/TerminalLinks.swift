internal import Glibc

/// Links from lines of text to the files that they name, by the escape sequence OSC 8: a click opens the file.
package struct TerminalLinks: Hashable, Sendable {
    /// The beginning of each address: `file://HOST/ROOT/`.
    private let base: String

    /// Returns `nil` where links would not be shown, and without a root.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the folder that relative paths begin at; only evaluated where links are shown.
    ///   - isTerminal: True if the stream is a terminal.
    ///   - environment: The variables by which terminals name themselves; no query tells whether one shows links.
    ///     `FORCE_HYPERLINK` overrides them: `0` for none, another value for links in files and pipes, too.
    ///   - host: The name of this machine: a terminal on another one, by ssh, knows then that the file is not its own.
    package init?(
        in root: @autoclosure () throws -> String?, isTerminal: Bool, environment: [String: String],
        host: String = Self.nameOfThisMachine
    ) rethrows {
        guard Self.areShown(isTerminal: isTerminal, environment), let root = try root() else { return nil }
        base = "file://\(URIPath(host.utf8))\(URIPath(root.utf8))\(root.hasSuffix("/") ? "" : "/")"
    }

    /// Returns the line with its place as a link, if it begins with one as compilers write it:
    /// `Sources/Cook.swift:3:5: error: …`.
    ///
    /// - Parameter line: Has no control characters.
    package func linked(_ line: String) -> String {
        let severities = ["error", "warning", "note"].compactMap { line.firstRange(of: ": \($0): ")?.lowerBound }
        guard let end = severities.min() else { return line }
        let parts = line[..<end].split(separator: ":", omittingEmptySubsequences: false)
        // A path may have colons of its own; a place without a line names no file with certainty.
        let numbers = parts.reversed().prefix(2).prefix { Int($0) != nil }
        let path = parts.dropLast(numbers.count).joined(separator: ":")
        guard let row = numbers.last, !path.isEmpty, !path.contains(": ") else { return line }
        let address = path.hasPrefix("/") ? base.prefix { $0 != "/" } : base[...]
        func link(to address: String) -> String { "\u{1B}]8;;\(address)\u{1B}\\" }
        return link(to: "\(address)\(URIPath(path.utf8))#\(row)") + line[..<end] + link(to: "") + line[end...]
    }

    private static func areShown(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        if let wish = environment["FORCE_HYPERLINK"], !wish.isEmpty { return wish != "0" }
        guard isTerminal, let term = environment["TERM"], term != "dumb" else { return false }
        func version(_ name: String) -> Int { environment[name].flatMap { Int($0) } ?? 0 }
        switch environment["TERM_PROGRAM"] {
        case "ghostty", "Hyper", "iTerm.app", "rio", "vscode", "WezTerm", "zed": return true
        // Earlier versions drop the links.
        case "tmux": return environment["TERM_PROGRAM_VERSION"].map { $0 >= "3.4" } ?? false
        default: break
        }
        let known = ["alacritty", "contour", "foot", "foot-extra", "wezterm", "xterm-ghostty", "xterm-kitty"]
        // 0.50.0 of GNOME's terminals crashes at a link.
        return known.contains(term) || version("VTE_VERSION") > 5000 || version("KONSOLE_VERSION") >= 201_200
            || environment["WT_SESSION"] != nil
    }

    package static var nameOfThisMachine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
