internal import MockModel

/// Finds the tags of a template with their positions. The engine's own positions are wrong where lines repeat.
struct TemplateScanner {
    private let bytes: Substring.UTF8View
    private let text: String
    private var index: String.Index
    private var line = 1
    private var lineStart: String.Index

    /// The parts of a template in their order: texts and comments, and tags.
    enum Part {
        case text(Substring, SourcePosition)
        /// A tag with its text in the template, braces included.
        case tag(TemplateTag, Substring)

        var text: Substring {
            switch self {
            case .text(let text, _), .tag(_, let text): text
            }
        }
    }

    static func tags(in text: String) -> [TemplateTag] {
        parts(of: text).compactMap { if case .tag(let tag, _) = $0 { tag } else { nil } }
    }

    /// Returns the lines of the texts between tags that have more than a brace in them.
    static func texts(in text: String) -> [(text: String, position: SourcePosition)] {
        var texts: [(text: String, position: SourcePosition)] = []
        for case .text(let part, let position) in parts(of: text) where !part.hasPrefix("{#") {
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            for (offset, line) in lines.enumerated() {
                let indentation = line.prefix(while: \.isWhitespace)
                let words = line.trimming(\.isWhitespace)
                guard words.utf8.count > 2 else { continue }
                let start = offset == 0 ? position.column : 1
                texts.append(
                    (
                        String(words),
                        SourcePosition(line: position.line + offset, column: start + indentation.utf8.count)
                    ))
            }
        }
        return texts
    }

    static func parts(of text: String) -> [Part] {
        var scanner = TemplateScanner(text)
        return scanner.parts()
    }

    private init(_ text: String) {
        self.text = text
        bytes = text[...].utf8
        index = text.startIndex
        lineStart = text.startIndex
    }

    private mutating func parts() -> [Part] {
        var parts: [Part] = []
        var start = (index: index, position: position(of: index))
        while let opening = nextOpening() {
            if start.index < opening.index { parts.append(.text(text[start.index..<opening.index], start.position)) }
            let position = position(of: opening.index)
            start = (opening.index, position)
            guard let end = end(of: opening.mark, from: opening.index) else { break }
            let whole = text[opening.index..<end]
            advance(to: end)
            start = (end, self.position(of: end))
            if opening.mark == UInt8(ascii: "#") {
                parts.append(.text(whole, position))
                continue
            }
            let kind = opening.mark == UInt8(ascii: "%") ? TemplateTag.Kind.block : .variable
            parts.append(
                .tag(TemplateTag(kind: kind, contents: Self.inner(of: whole, kind), position: position), whole))
        }
        if start.index < text.endIndex { parts.append(.text(text[start.index...], start.position)) }
        return parts
    }

    private func position(of index: String.Index) -> SourcePosition {
        SourcePosition(line: line, column: bytes.distance(from: lineStart, to: index) + 1)
    }

    private static func inner(of whole: Substring, _ kind: TemplateTag.Kind) -> Substring {
        guard whole.utf8.count > 4 else { return whole[whole.endIndex...] }
        var inner = whole.dropFirst(2).dropLast(2)
        if kind == .block {
            if let first = inner.first, first == "-" || first == "+" { inner.removeFirst() }
            if let last = inner.last, last == "-" || last == "+" { inner.removeLast() }
        }
        return inner.trimming(\.isWhitespace)
    }

    /// Moves to the next brace that opens a tag or a comment.
    private mutating func nextOpening() -> (index: String.Index, mark: UInt8)? {
        while index < bytes.endIndex {
            let next = bytes.index(after: index)
            if bytes[index] == UInt8(ascii: "{"), next < bytes.endIndex,
                [UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#")].contains(bytes[next])
            {
                return (index, bytes[next])
            }
            advance(to: next)
        }
        return nil
    }

    /// Returns the end of a tag: the first `%}`, `}}` or `#}`, wherever it is.
    private func end(of mark: UInt8, from start: String.Index) -> String.Index? {
        let closing = mark == UInt8(ascii: "{") ? UInt8(ascii: "}") : mark
        // The engine lets the opening mark close the tag, too: `{%}`.
        var index = bytes.index(after: start)
        while index < bytes.endIndex {
            let next = bytes.index(after: index)
            guard next < bytes.endIndex else { return nil }
            if bytes[index] == closing, bytes[next] == UInt8(ascii: "}") { return bytes.index(after: next) }
            index = next
        }
        return nil
    }

    private mutating func advance(to end: String.Index) {
        while index < end {
            let next = bytes.index(after: index)
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
                lineStart = next
            }
            index = next
        }
    }
}
