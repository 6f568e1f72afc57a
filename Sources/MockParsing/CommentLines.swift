/// The comment lines that touch a declaration from above.
///
/// A blank line detaches all above it, and a comment at the end of a line belongs to the declaration that ends there;
/// behind an opening brace none has come to its end. Attributes and modifiers may stand between the comments.
struct CommentLines {
    private(set) var lines: [String] = []
    private var lineEnds = 0
    private var mayTrail = false

    /// Begins the space before the next token.
    ///
    /// - Parameter mayTrail: a declaration can end in front of it, whose comment the first one would be.
    mutating func beginSpace(mayTrail: Bool) {
        lineEnds = 0
        self.mayTrail = mayTrail && lines.isEmpty
    }

    mutating func endLine() {
        lineEnds += 1
        if mayTrail || lineEnds > 1 { lines = [] }
        mayTrail = false
    }

    mutating func add(comment text: String) {
        lineEnds = 0
        lines += text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
