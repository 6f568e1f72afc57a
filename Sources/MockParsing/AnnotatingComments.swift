internal import MockModel
internal import SwiftSyntax

/// Finds the comments with annotations for templates: directly above a declaration, between its attributes and
/// modifiers, or at the end of its line.
enum AnnotatingComments {
    /// - Parameter end: the first token that comments are not searched before any more.
    static func read(above node: Syntax, before end: TokenSyntax?) -> [String: TemplateValue] {
        var comments: [String] = []
        for token in node.tokens(viewMode: .sourceAccurate) {
            var lineEnds = 0
            for piece in token.leadingTrivia {
                switch piece {
                case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
                    lineEnds += count
                    // A blank line detaches what is above it.
                    if lineEnds > 1 { comments = [] }
                default:
                    guard let comment = piece.comment else { continue }
                    lineEnds = 0
                    comments.append(comment)
                }
            }
            if token.id == end?.id { break }
            comments += token.trailingTrivia.compactMap(\.comment)
        }
        return annotations(in: comments)
    }

    static func read(behind node: Syntax) -> [String: TemplateValue] {
        annotations(in: node.lastToken(viewMode: .sourceAccurate)?.trailingTrivia.compactMap(\.comment) ?? [])
    }

    private static func annotations(in comments: [String]) -> [String: TemplateValue] {
        var reader = TemplateAnnotationReader()
        for comment in comments { reader.read(comment: comment) }
        return reader.annotations
    }
}

extension TriviaPiece {
    fileprivate var comment: String? {
        switch self {
        case .lineComment(let text), .docLineComment(let text), .blockComment(let text), .docBlockComment(let text):
            text
        default: nil
        }
    }
}
