internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A path as the settings of a systemd unit spell it.
///
/// A unit is read line by line, and a repository may choose a part of the path. Everything that would end a word or
/// would be replaced is escaped: systemd.syntax(7) on quotes and backslashes, systemd.unit(5) on specifiers. A path
/// that some setting cannot spell is refused for all of them.
struct UnitPath: Hashable, Sendable {
    /// The reason why a path cannot be written into a unit; completes "because it …".
    struct Refusal: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    private let text: String

    init(_ path: FilePath) throws(Refusal) {
        guard let text = String(validating: path) else { throw Refusal(description: "is not valid UTF-8") }
        if let control = text.unicodeScalars.first(where: \.isControl) {
            let digits = String(control.value, radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: 4 - digits.count)
            throw Refusal(description: "contains the control character U+\(padding)\(digits)")
        }
        self.text = text
    }

    /// The path of the program that a command starts; systemd refuses quotes and backslashes there in any spelling.
    init(program path: FilePath) throws(Refusal) {
        try self.init(path)
        guard let odd = text.unicodeScalars.first(where: "\"'\\".unicodeScalars.contains) else { return }
        throw Refusal(description: "contains the character \(odd)")
    }

    /// Returns one word for a list of paths, or for a command with the prefix `:`, which switches variables off. No
    /// escape makes a dollar sign safe in the program's own path: a doubled one stays two there (systemd.service(5)).
    var word: String { "\"" + text.replacingScalars(["\\": "\\\\", "\"": "\\\"", "%": "%%"]) + "\"" }

    /// The whole value of a setting that is one folder and knows no quotes. The slash at the end keeps systemd from
    /// cutting off a space there, and from reading a backslash there as the continuation of the line.
    var line: String { text.replacingScalars(["%": "%%"]) + "/" }
}

extension FilePath {
    /// The path as one word of a command that a user can paste into a shell.
    var shellWord: String { string.shellWord }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
