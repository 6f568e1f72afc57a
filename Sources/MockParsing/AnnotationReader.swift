internal import MockModel

/// Finds the mock annotation in the comments directly above a declaration.
enum AnnotationReader {
    struct Result {
        /// `nil` if no comment requests a mock.
        var annotation: MockAnnotation?
        var problems: [Problem] = []
    }

    /// An invalid argument, or a misspelled or misplaced annotation, with its offset in the text.
    struct Problem {
        var offset: Int
        var severity: Diagnostic.Severity
        var message: String
        var code: String
    }

    /// Searches the comments between the previous declaration and the keyword.
    ///
    /// A misspelled or misplaced annotation is reported only if no other one is correct.
    static func read(_ comments: CommentLines) -> Result {
        var fence: Substring?
        var misspelling: Problem?
        for line in comments.lines {
            // The usual spelling; a byte comparison avoids reading characters one by one.
            if fence == nil, line.text == "/// @mockable" || line.text == "// @mockable" {
                return Result(annotation: MockAnnotation())
            }
            let text = content(of: line.text)
            if let mark = fenceMark(text) {
                // A fence is closed only by the mark that opened it.
                if fence == nil { fence = mark } else if mark.first == fence?.first { fence = nil }
            } else if fence == nil {
                var result = parse(text, of: line)
                if result.annotation != nil {
                    if text.hasPrefix(CommentAnnotations.mark) {
                        result.annotation?.baseClass = baseClass(in: comments)
                    }
                    return result
                }
                misspelling = misspelling ?? result.problems.first
            }
        }
        return Result(problems: [misspelling ?? detached(comments)].compactMap(\.self))
    }

    /// Returns the lines with annotations for other generators, without their marks; a member has them behind its
    /// attributes.
    static func lines(_ comments: CommentLines) -> [String] {
        comments.lines.map { content(of: $0.text) }.filter { $0.hasPrefix(CommentAnnotations.mark) }.map(String.init)
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

    private static func parse(_ text: Substring, of line: CommentLines.Line) -> Result {
        if text.hasPrefix("sourcery:") { return parseSourcery(text, of: line) }
        guard text.hasPrefix("@mockable"), let rest = end(of: text.dropFirst("@mockable".count)) else {
            return Result(problems: [misspelling(text, of: line)].compactMap(\.self))
        }
        guard rest.first == "(" else {
            let problem = argumentsAfterSpace(rest, of: line)
            return Result(annotation: MockAnnotation(), problems: [problem].compactMap(\.self))
        }
        var arguments = AnnotationArguments(line: line)
        arguments.read(rest)
        return Result(annotation: arguments.annotation, problems: arguments.problems)
    }

    /// Returns the rest after a word that ends at the text's beginning; `nil` if the word continues.
    private static func end(of text: Substring) -> Substring? {
        guard let next = text.first else { return text }
        return next.isLetter || next.isNumber || next == "_" ? nil : text
    }

    // MARK: Sourcery

    private static func parseSourcery(_ text: Substring, of line: CommentLines.Line) -> Result {
        let list = text.dropFirst("sourcery:".count)
        var misspelling: Problem?
        for word in list.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\"" || $0 == "=" }) {
            if AnnotationSpelling.isAnnotation(word.utf8) {
                return Result(annotation: MockAnnotation(), problems: [block(list, of: line)].compactMap(\.self))
            }
            if AnnotationSpelling.isNearlyAnnotation(word.utf8) {
                misspelling =
                    misspelling
                    ?? ignoredAnnotation(
                        word, of: line,
                        "'\(word)' asks for no mock; write '// sourcery: AutoMockable' or '/// @mockable'")
            }
        }
        return Result(problems: [misspelling].compactMap(\.self))
    }

    /// Returns the class that `mockBaseClass = "Screen"` names.
    private static func baseClass(in comments: CommentLines) -> String? {
        guard case .text(let name) = CommentAnnotations.read(lines(comments))["mockBaseClass"], SwiftText.isPath(name)
        else { return nil }
        return name
    }

    private static func block(_ list: Substring, of line: CommentLines.Line) -> Problem? {
        guard list.trimmingSpaces.hasPrefix("begin:") else { return nil }
        return ignoredAnnotation(
            list.trimmingSpaces, of: line,
            "'sourcery:begin' asks only for a mock of the declaration below; write '/// @mockable' above each one")
    }

    // MARK: What is nearly a request

    private static func misspelling(_ text: Substring, of line: CommentLines.Line) -> Problem? {
        let mark = text.hasPrefix("@") ? 1 : 0
        let word = text.dropFirst(mark).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        // Without the `@` it is an English word if more text follows.
        guard mark == 1 || word.endIndex == text.endIndex, AnnotationSpelling.isNearlyAnnotation(word.utf8) else {
            return nil
        }
        // `mock` alone is a heading.
        guard mark == 1 || AnnotationSpelling.isAnnotation(word.utf8) else { return nil }
        return ignoredAnnotation(
            text, of: line, "'\(text.prefix(mark))\(word)' asks for no mock; write '/// @mockable'")
    }

    /// Reports `@mockable (override: …)`, which reads as `@mockable` and a remark.
    private static func argumentsAfterSpace(_ text: Substring, of line: CommentLines.Line) -> Problem? {
        let text = text.trimmingSpaces
        guard AnnotationArguments.isArgument(text) else { return nil }
        return ignoredAnnotation(
            text, of: line,
            "the arguments of @mockable are ignored, because a space separates them from it; write '@mockable\(text)'")
    }

    /// Reports an annotation that a blank line separates from the declaration.
    private static func detached(_ comments: CommentLines) -> Problem? {
        for line in comments.detachedLines {
            let text = content(of: line.text)
            if parse(text, of: line).annotation != nil {
                return ignoredAnnotation(
                    text, of: line,
                    "'\(text)' asks for no mock, because a blank line separates it from the declaration below; remove the blank line"
                )
            }
        }
        return nil
    }

    /// - Parameter text: the part of the line that the message points at.
    private static func ignoredAnnotation(_ text: Substring, of line: CommentLines.Line, _ message: String) -> Problem {
        Problem(offset: line.offset(of: text), severity: .warning, message: message, code: "annotation-spelling")
    }
}
