/// Reads the keys and values of a file of git's configuration, one after the other, by the syntax of git-config(1).
///
/// It ends at the first line that git would refuse.
struct GitConfigReader: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    /// The current section in lower case; `nil` in a section with a subsection, which is not needed.
    private var section: String?

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    /// Returns the next key with its section, in lower case, and its value, which is empty if there is none.
    mutating func next() -> (key: String, value: String)? {
        while let byte = rest.first {
            switch byte {
            case _ where Self.isSpace(byte): rest.removeFirst()
            case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
            case UInt8(ascii: "["): readSection()
            case _ where Self.isLetter(byte):
                let key = name()
                guard let value = readValue() else {
                    rest = []
                    return nil
                }
                if let section { return ("\(section).\(key)", value) }
            default:
                rest = []
                return nil
            }
        }
        return nil
    }

    private mutating func readSection() {
        rest.removeFirst()
        let found = name()
        section = rest.first == UInt8(ascii: "]") ? found : nil
        guard section == nil else {
            rest.removeFirst()
            return
        }
        // A name in quotes may hold a bracket.
        var isQuoted = false
        while let byte = rest.popFirst(), byte != Self.newline {
            if byte == UInt8(ascii: "\\") {
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: "]"), !isQuoted {
                return
            }
        }
        rest = []
    }

    /// Returns `nil` for a value that git refuses.
    private mutating func readValue() -> String? {
        skipBlanks()
        guard rest.first == UInt8(ascii: "=") else {
            return rest.first.map {
                [Self.newline, UInt8(ascii: "\r"), UInt8(ascii: "#"), UInt8(ascii: ";")].contains($0)
            }
                ?? true ? "" : nil
        }
        rest.removeFirst()
        skipBlanks()
        var value: [UInt8] = []
        var end = 0
        var isQuoted = false
        while let byte = rest.popFirst(), byte != Self.newline {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                continue
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                value += escaped
            case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
                skipLine()
                return String(decoding: value[..<end], as: UTF8.self)
            case UInt8(ascii: "\r") where rest.first == Self.newline: continue
            default:
                value.append(byte)
                // Blanks count only if something follows.
                if !isQuoted, Self.isSpace(byte) { continue }
            }
            end = value.count
        }
        return isQuoted ? nil : String(decoding: value[..<end], as: UTF8.self)
    }

    /// Reads the character that an escape sequence means; `nil` if git does not know the sequence.
    private mutating func escape() -> [UInt8]? {
        if rest.starts(with: [UInt8(ascii: "\r"), Self.newline]) { rest.removeFirst() }
        switch rest.popFirst() {
        case Self.newline: return []
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
        case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
        default: return nil
        }
    }

    // MARK: Parts

    private mutating func name() -> String {
        let name = rest.prefix {
            Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    private mutating func skipLine() { rest = rest.drop { $0 != Self.newline } }

    private static let newline = UInt8(ascii: "\n")

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9...13 ~= byte }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
