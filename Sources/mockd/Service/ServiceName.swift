internal import ControlChannel
internal import SystemPackage

/// The names of the unit of one project and of the files that make it up.
///
/// All projects share the template `mockd@.service`, whose instances are named by their escaped paths. A path that
/// makes too long a name gets a unit of its own, named by a hash.
struct ServiceName: Hashable, Sendable {
    /// The limit for the name of a unit, in bytes: a file's name has 255, and that of the folder of additions ends in `.d`.
    private static let longestName = 253

    let root: FilePath

    /// `mockd@home-me-App.service`
    var unit: String { isInstance ? instance : "mockd-\(hash).service" }

    /// The unit that starts it with the first connection: `mockd@home-me-App.socket`
    var socketUnit: String { "\(unit.dropLast("service".count))socket" }

    /// The file that holds the text: the template, or the unit of its own.
    var file: String { isInstance ? "mockd@.service" : unit }

    var isInstance: Bool { instance.utf8.count <= Self.longestName }

    /// The name of the folder with the additions to this one instance: `mockd@home-me-App.service.d`.
    var dropInFolderName: String { "\(unit).d" }

    private var instance: String { "mockd@\(Self.escaped(path: root)).service" }

    /// The socket as systemd names it: `%t/mockd/0123456789abcdef/control.sock`.
    var socketPath: String { "%t/mockd/\(hash)/control.sock" }

    private var hash: String { RootDirectory.identifier(of: root) }

    /// Escapes a path as `systemd-escape --path` does.
    static func escaped(path: FilePath) -> String {
        let bytes = path.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: path.length)) }
        let parts = bytes.split(separator: UInt8(ascii: "/"))
        guard !parts.isEmpty else { return "-" }
        var text = ""
        for byte in parts.joined(separator: [UInt8(ascii: "/")]) {
            let character = Character(Unicode.Scalar(byte))
            if byte == UInt8(ascii: "/") {
                text += "-"
            } else if character.isASCII,
                character.isLetter || character.isNumber || ":_".contains(character)
                    || (character == "." && !text.isEmpty)
            {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }
}
