/// Reads a unit as systemd does: systemd.syntax(7) on lines, quotes and backslashes, systemd.unit(5) on `%%` and `%f`.
///
/// It is written from the manual and not from the code that writes units, so that both cannot be wrong in the same way.
struct UnitReader {
    /// The settings in the order of their lines, without sections and comments.
    private(set) var settings: [(key: String, value: String)] = []

    /// Returns `nil` for a line that is neither empty, a comment, a section nor a setting, or that continues on the
    /// next.
    init?(_ text: String) {
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\n") || $0 == 0x7F }) else { return nil }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("[") {
            guard line.utf8.last != UInt8(ascii: "\\"), let equals = line.firstIndex(of: "=") else { return nil }
            let key = line[..<equals]
            guard !key.isEmpty, key.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
            settings.append((String(key), String(line[line.index(after: equals)...])))
        }
    }

    var keys: [String] { settings.map(\.key) }

    /// Returns the last value of a key.
    func value(of key: String) -> String? { settings.last { $0.key == key }?.value }

    /// Returns the words of a value without quotes and escapes; `nil` for an open quote or an invalid escape.
    static func words(_ value: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var scalars = value.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case "'":
                guard isQuoted else { return nil }
                word?.unicodeScalars.append(scalar)
            case "\\":
                guard let next = scalars.next(), next == "\\" || next == "\"" else { return nil }
                word = (word ?? "") + String(next)
            case " " where !isQuoted:
                if let ended = word { words.append(ended) }
                word = nil
            default:
                word = (word ?? "") + String(scalar)
            }
        }
        guard !isQuoted else { return nil }
        if let word { words.append(word) }
        return words
    }

    /// Returns a text with `%%` read as `%`; `nil` for any other specifier.
    static func withoutSpecifiers(_ text: String) -> String? {
        let parts = text.unicodeScalars.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        var result = parts[0]
        var index = 1
        while index < parts.count {
            guard parts[index].isEmpty, index + 1 < parts.count else { return nil }
            result += "%" + parts[index + 1]
            index += 2
        }
        return result
    }

    /// Returns the path that `systemd-escape --unescape --path` gives for the instance of a unit's name.
    static func path(ofInstance name: String) -> [UInt8]? {
        guard name.hasPrefix("mockd@"), name.hasSuffix(".service"), name.utf8.count <= 255 else { return nil }
        let escaped = Array(name.utf8.dropFirst(6).dropLast(8))
        if escaped == [UInt8(ascii: "-")] { return [UInt8(ascii: "/")] }
        var bytes = [UInt8(ascii: "/")]
        var index = 0
        while index < escaped.count {
            switch escaped[index] {
            case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "/"))
            case UInt8(ascii: "\\"):
                guard index + 3 < escaped.count, escaped[index + 1] == UInt8(ascii: "x"),
                    let byte = UInt8(String(decoding: escaped[(index + 2)...(index + 3)], as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(byte)
                index += 3
            default: bytes.append(escaped[index])
            }
            index += 1
        }
        return bytes
    }
}
