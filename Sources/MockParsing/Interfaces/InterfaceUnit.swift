/// A declaration in a module interface: its attributes, its head and, if it has one, its body.
///
/// The toolchain prints every declaration on lines of its own and closes every body on a line of its own.
struct InterfaceUnit {
    var lines: [String]
    /// The keyword of the declaration: `protocol`, `func`, `import`.
    let keyword: String
    /// The name after the keyword: the declared type, or the extended one.
    let name: String?
    /// True if other modules can override the member or subclass the class.
    let isOpen: Bool

    /// The parts that a mock can depend on; `nil` if there are none.
    ///
    /// These are requirements of protocols, initializers and open members of classes, and nested types. Of every other
    /// type it is the head, which states the kind of type.
    var reduced: InterfaceUnit? {
        switch keyword {
        case "protocol", "typealias": return self
        case "class", "actor", "struct", "enum":
            return reduced { $0.isType || keyword == "class" && ($0.keyword == "init" || $0.isOpen) }
        case "extension":
            let reduced = reduced(keeping: \.isType)
            return reduced.members.isEmpty && !makesSendable ? nil : reduced
        default: return nil
        }
    }

    /// The simple names of the declared type and its nested types.
    var declaredNames: Set<String> {
        guard keyword != "protocol" else { return Set([name].compactMap(\.self)) }
        let nested = members.reduce(into: Set<String>()) { if $1.isType { $0.formUnion($1.declaredNames) } }
        return keyword == "extension" ? nested : nested.union([name].compactMap(\.self))
    }

    /// True for an extension that only makes its type `Sendable`; a subclass must restate that.
    var makesSendable: Bool {
        guard keyword == "extension", let head = lines.first(where: { $0.hasSuffix("{") }) else { return false }
        let words = head.split { " ,:{".contains($0) }
        return words.contains("Sendable") && !words.contains("where")
    }

    private var isType: Bool { ["protocol", "class", "actor", "struct", "enum", "typealias"].contains(keyword) }

    private var members: [InterfaceUnit] {
        guard let head = lines.firstIndex(where: { $0.hasSuffix("{") }), head + 1 < lines.count else { return [] }
        return Self.units(of: lines[(head + 1)..<(lines.count - 1)])
    }

    private func reduced(keeping isKept: (InterfaceUnit) -> Bool) -> InterfaceUnit {
        guard let head = lines.firstIndex(where: { $0.hasSuffix("{") }), let end = lines.last else { return self }
        let kept = members.filter(isKept).flatMap { ($0.reduced ?? $0).lines }
        var reduced = self
        reduced.lines = Array(lines[...head]) + kept + [end]
        return reduced
    }

    // MARK: Reading

    /// Splits a text into lines without indentation, and drops comments and empty lines.
    static func lines(of text: String) -> ArraySlice<String> {
        var lines: [String] = []
        var isComment = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let content = line.drop { $0 == UInt8(ascii: " ") }
            if !isComment, content.starts(with: "/*".utf8) { isComment = true }
            if isComment {
                isComment = !content.reversed().starts(with: "/*".utf8)
            } else if !content.isEmpty, !content.starts(with: "//".utf8) {
                lines.append(String(Substring(content)))
            }
        }
        return lines[...]
    }

    /// Splits the lines into the declarations of one level.
    static func units(of lines: ArraySlice<String>) -> [InterfaceUnit] {
        var units: [InterfaceUnit] = []
        var start = lines.startIndex
        var index = start
        while index < lines.endIndex {
            let words = Self.words(of: lines[index])
            guard let introducer = words.firstIndex(where: Self.introduces) else {
                // Attributes on a line of their own belong to the next declaration.
                index += 1
                continue
            }
            let end = Self.end(ofDeclarationAt: index, in: lines)
            let isMember =
                words[introducer] == "class" && words.dropFirst(introducer + 1).contains(where: Self.introduces)
            units.append(
                InterfaceUnit(
                    lines: Array(lines[start...end]), keyword: isMember ? "func" : words[introducer],
                    name: words.dropFirst(introducer + 1).first, isOpen: words[..<introducer].contains("open")))
            index = end + 1
            start = index
        }
        return units
    }

    private static func introduces(_ word: String) -> Bool { introducers.contains(word) }

    private static let introducers: Set<String> = [
        "import", "protocol", "class", "actor", "struct", "enum", "extension", "typealias", "associatedtype", "func",
        "var", "let", "init", "deinit", "subscript", "case", "operator", "precedencegroup", "macro",
    ]

    /// The words of a head, without those in attributes and parameter lists.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var depth = 0
        var word: [UInt8] = []
        func finish() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "("):
                finish()
                depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: " "), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "?"),
                UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: "="):
                if depth == 0 { finish() }
            default:
                if depth == 0 { word.append(byte) }
            }
        }
        finish()
        return words
    }

    /// The line of the body's closing brace; a declaration without a body ends on its first line.
    private static func end(ofDeclarationAt start: Int, in lines: ArraySlice<String>) -> Int {
        var depth = 0
        for index in start..<lines.endIndex {
            let line = lines[index]
            if line.hasSuffix("{") {
                depth += 1
            } else if line == "}" {
                depth -= 1
            }
            if depth <= 0 { return index }
        }
        return lines.endIndex - 1
    }
}
