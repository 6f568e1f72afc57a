internal import Stencil

/// A tag as the engine names it: enough to find its position when something goes wrong.
struct TagMark: Sendable {
    let contents: String
    /// The included file that has the tag; `nil` for the template itself.
    let file: String?

    init(_ token: Token) {
        contents = token.contents
        file = token.sourceMap.filename
    }
}
