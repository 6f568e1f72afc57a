internal import MockModel

/// Checks a template before the engine reads it.
///
/// The engine trusts its templates: it ends the process on a filter without a name, and nests calls as deep as tags are
/// nested. A daemon must survive any template.
struct TemplateCheck {
    /// The largest template, in bytes: the engine's time to read one grows with the square of its size.
    static let largest = 256 << 10
    private static let mostTags = 20_000
    private static let longestTag = 8 << 10
    private static let deepestNesting = 100
    private static let deepestParentheses = 64
    /// The largest end of a range that is written as a number.
    private static let largestNumber: Float = 100_000

    /// The tags that another one ends.
    private static let ends: [Substring: Substring] = [
        "for": "endfor", "if": "endif", "ifnot": "endif", "macro": "endmacro", "block": "endblock",
        "filter": "endfilter", "set": "endset",
    ]

    private let file: TemplateSource.File
    private var open: [TemplateTag] = []
    private var tags = 0

    static func check(_ file: TemplateSource.File) throws(TemplateProblem) {
        guard file.text.utf8.count <= largest else {
            throw TemplateProblem(
                path: file.path, position: nil,
                message:
                    "the template is larger than \(largest >> 10) KiB and is not read; split it into included files")
        }
        var check = TemplateCheck(file: file)
        for tag in TemplateScanner.tags(in: file.text) { try check.check(tag) }
        if let tag = check.open.last, let end = ends[tag.name] {
            throw check.problem(tag, "'\(tag.name)' is not closed; add '{% \(end) %}'")
        }
    }

    private init(file: TemplateSource.File) { self.file = file }

    private func problem(_ tag: TemplateTag, _ message: String) -> TemplateProblem {
        TemplateProblem(path: file.path, position: tag.position, message: message)
    }

    private mutating func check(_ tag: TemplateTag) throws(TemplateProblem) {
        tags += 1
        guard tags <= Self.mostTags else {
            throw problem(tag, "the template has more than \(Self.mostTags) tags and is not read; split it")
        }
        guard tag.contents.utf8.count <= Self.longestTag else {
            throw problem(tag, "the tag is longer than \(Self.longestTag >> 10) KiB; store parts of it with 'set'")
        }
        if tag.kind == .block { try checkNesting(of: tag) }
        try checkShape(of: QuotedText(tag.contents), tag)
    }

    private mutating func checkNesting(of tag: TemplateTag) throws(TemplateProblem) {
        let name = tag.name
        if let last = open.last, Self.ends[last.name] == name {
            open.removeLast()
        } else if Self.ends.values.contains(name) {
            let last = open.last.map { ", and '\($0.name)' in line \($0.position.line) is open" } ?? ""
            throw problem(tag, "there is nothing that this '\(name)' ends\(last)")
        } else if Self.ends[name] != nil, !isAssignment(tag) {
            open.append(tag)
            guard open.count <= Self.deepestNesting else {
                throw problem(tag, "tags are nested deeper than \(Self.deepestNesting) levels; use macros")
            }
        }
    }

    /// True for `set name value`, which nothing ends.
    private func isAssignment(_ tag: TemplateTag) -> Bool {
        tag.name == "set" && tag.contents.split(whereSeparator: \.isWhitespace).count > 2
    }

    private func checkShape(of contents: QuotedText, _ tag: TemplateTag) throws(TemplateProblem) {
        guard contents.deepestParentheses <= Self.deepestParentheses else {
            throw problem(tag, "parentheses are nested deeper than \(Self.deepestParentheses) levels")
        }
        guard !contents.hasNamelessFilter else { throw problem(tag, "a filter has no name behind '|'") }
        guard contents.numbersOfRanges.allSatisfy({ abs($0) <= Self.largestNumber }) else {
            throw problem(tag, "a range ends at \(Int(Self.largestNumber)) at most")
        }
    }
}
