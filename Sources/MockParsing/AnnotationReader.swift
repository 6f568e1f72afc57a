internal import MockModel

/// Finds a request for a mock in the comments directly above a declaration.
enum AnnotationReader {
    struct Result {
        var annotation: MockAnnotation
        var problems: [Problem] = []
    }

    /// An argument that cannot be what it should be, and the offset of where it stands in the text that is read.
    struct Problem {
        var offset: Int
        var severity: Diagnostic.Severity
        var message: String
        var code: String
    }

    /// Looks through the comments between the previous declaration and the keyword.
    static func read(_ comments: CommentLines) -> Result? {
        var fence: Substring?
        for line in comments.lines {
            // As nearly all are written: characters are not looked at one by one.
            if fence == nil, line.text == "/// @mockable" || line.text == "// @mockable" {
                return Result(annotation: MockAnnotation())
            }
            let text = content(of: line.text)
            if let mark = fenceMark(text) {
                // Only what opened a fence closes it.
                if fence == nil { fence = mark } else if mark.first == fence?.first { fence = nil }
            } else if fence == nil, let result = parse(text, of: line) {
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
        var text = line[...].trimmingSpaces
        for mark in ["///", "//", "/**", "/*", "*"] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        if text.hasSuffix("*/") { text = text.dropLast(2) }
        return text.trimmingSpaces
    }

    private static func parse(_ text: Substring, of line: CommentLines.Line) -> Result? {
        if text.hasPrefix("sourcery:") {
            let words = text.dropFirst("sourcery:".count).split { $0 == "," || $0 == " " }
            let asks = words.contains { $0 == "AutoMockable" || $0 == "mockable" }
            return asks ? Result(annotation: MockAnnotation()) : nil
        }
        guard text.hasPrefix("@mockable") else { return nil }
        let rest = text.dropFirst("@mockable".count)
        guard let next = rest.first else { return Result(annotation: MockAnnotation()) }
        guard !next.isLetter, !next.isNumber, next != "_" else { return nil }
        guard next == "(" else { return Result(annotation: MockAnnotation()) }
        var arguments = AnnotationArguments(line: line)
        arguments.read(rest)
        return arguments.result
    }
}

extension Substring {
    var trimmingSpaces: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
