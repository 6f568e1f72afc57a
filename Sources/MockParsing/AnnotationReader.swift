internal import MockModel

/// Finds a request for a mock in the comments directly above a declaration.
enum AnnotationReader {
    struct Result {
        var annotation: MockAnnotation
        var unknownArguments: [String] = []
        /// What was given as the mock's name and cannot be one.
        var unusableName: String?
    }

    /// Looks through the comments between the previous declaration and the keyword.
    static func read(_ comments: CommentLines) -> Result? {
        var fence: Substring?
        for line in comments.lines {
            // As nearly all are written: characters are not looked at one by one.
            if fence == nil, line == "/// @mockable" || line == "// @mockable" {
                return Result(annotation: MockAnnotation())
            }
            let text = content(of: line)
            if let mark = fenceMark(text) {
                // Only what opened a fence closes it.
                if fence == nil { fence = mark } else if mark.first == fence?.first { fence = nil }
            } else if fence == nil, let result = parse(text) {
                return result
            }
        }
        return nil
    }

    private static func fenceMark(_ text: Substring) -> Substring? {
        ["```", "~~~"].contains { text.hasPrefix($0) } ? text.prefix(3) : nil
    }

    /// A comment line without its marks.
    private static func content(of line: String) -> Substring {
        var text = line.trimmingSpaces
        for mark in ["///", "//", "/**", "/*", "*"] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        if text.hasSuffix("*/") { text = text.dropLast(2) }
        return String(text).trimmingSpaces
    }

    private static func parse(_ text: Substring) -> Result? {
        if text.hasPrefix("sourcery:") {
            let words = text.dropFirst("sourcery:".count).split { $0 == "," || $0 == " " }
            let asks = words.contains { $0 == "AutoMockable" || $0 == "mockable" }
            return asks ? Result(annotation: MockAnnotation()) : nil
        }
        guard text.hasPrefix("@mockable") else { return nil }
        let rest = text.dropFirst("@mockable".count)
        guard let next = rest.first else { return Result(annotation: MockAnnotation()) }
        guard !next.isLetter, !next.isNumber, next != "_" else { return nil }
        guard next == "(", let end = rest.lastIndex(of: ")") else { return Result(annotation: MockAnnotation()) }
        return arguments(rest[rest.index(after: rest.startIndex)..<end])
    }

    /// `override: name = X`, `typealias: T = String; U = Int`, `module: prefix = Foo`, separated by commas.
    private static func arguments(_ text: Substring) -> Result {
        var result = Result(annotation: MockAnnotation())
        for group in splitGroups(text) {
            let (label, body) = splitOnce(group, at: ":")
            let pairs = body.split(separator: ";").map { splitOnce($0, at: "=") }
            for (key, value) in pairs {
                switch (label, key) {
                case ("override", "name"):
                    if isTypeName(value) { result.annotation.name = value } else { result.unusableName = value }
                case ("typealias", _): result.annotation.typealiases[key] = value
                case ("module", "prefix"): result.annotation.modulePrefix = value
                default: result.unknownArguments.append("\(label): \(key)")
                }
            }
            if pairs.isEmpty { result.unknownArguments.append(label) }
        }
        return result
    }

    private static func isTypeName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Splits at commas outside brackets, so that `T = [String: Int], …` stays whole.
    private static func splitGroups(_ text: Substring) -> [Substring] {
        var groups: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            case "," where depth == 0:
                groups.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        groups.append(text[start...])
        return groups.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private static func splitOnce(_ text: Substring, at separator: Character) -> (String, String) {
        guard let index = text.firstIndex(of: separator) else { return (String(String(text).trimmingSpaces), "") }
        return (
            String(String(text[..<index]).trimmingSpaces),
            String(String(text[text.index(after: index)...]).trimmingSpaces)
        )
    }
}

extension String {
    fileprivate var trimmingSpaces: Substring {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
