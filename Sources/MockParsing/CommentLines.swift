/// The comment lines directly above a declaration.
///
/// A blank line detaches all lines above it. A comment at the end of a line belongs to the declaration that ends there,
/// except after an opening brace, where none ends. Attributes and modifiers may stand between the comments.
struct CommentLines {
    /// A line with the offset of its first byte in the text.
    struct Line {
        var text: String
        var offset: Int

        /// - Parameter part: a part of the line's own text.
        func offset(of part: Substring) -> Int {
            offset + text.utf8.distance(from: text.startIndex, to: part.startIndex)
        }
    }

    /// The relevant lines: those that contain an annotation, one for Sourcery or a code fence.
    private(set) var lines: [Line] = []
    /// The relevant lines that a blank line detaches.
    private(set) var detachedLines: [Line] = []
    private var isEmpty = true
    private var lineEnds = 0
    private var mayTrail = false

    /// Begins the space before the next token.
    ///
    /// - Parameter mayTrail: true if a declaration may end before it; the first comment would then belong to that
    ///   declaration.
    mutating func beginSpace(mayTrail: Bool) {
        lineEnds = 0
        self.mayTrail = mayTrail && isEmpty
    }

    mutating func endLine() {
        lineEnds += 1
        if mayTrail || lineEnds > 1 {
            if !mayTrail, !lines.isEmpty { detachedLines = lines }
            lines = []
            isEmpty = true
        }
        mayTrail = false
    }

    mutating func add(comment text: String, at offset: Int) {
        var text = text
        text.withUTF8 { add(Bytes(buffer: $0), at: offset) }
    }

    /// - Parameter offset: the comment's offset in the text.
    mutating func add(_ comment: Bytes, at offset: Int) {
        lineEnds = 0
        isEmpty = false
        var start = 0
        while start < comment.count {
            let end = comment.endOfLine(from: start)
            if AnnotationSpelling.mayContainAnnotation(comment, from: start, to: end)
                || Self.marks.contains(where: { comment.contains($0, from: start, to: end) })
            {
                let text = String(decoding: UnsafeBufferPointer(rebasing: comment.buffer[start..<end]), as: UTF8.self)
                lines.append(Line(text: text, offset: offset + start))
            }
            start = end + 1
        }
    }

    private static let marks: [StaticString] = ["```", "~~~", "sourcery:"]
}
