internal import SwiftParser
internal import SwiftSyntax

extension SyntaxProtocol {
    /// The node as one line: comments gone, every run of white space one space, strings of several lines in one,
    /// nothing around it.
    var normalizedText: String {
        var text = ""
        var needsSpace = false
        var endOfString: SyntaxIdentifier?
        for token in tokens(viewMode: .sourceAccurate) {
            if let end = endOfString {
                if token.id == end { endOfString = nil }
            } else {
                if !text.isEmpty, needsSpace || !token.leadingTrivia.isEmpty { text += " " }
                let string = token.beginningString
                text += string?.value.debugDescription ?? token.text
                endOfString = string?.end
            }
            needsSpace = !token.trailingTrivia.isEmpty
        }
        return text
    }
}

extension TokenSyntax {
    /// What the string of several lines says that begins here, and the token it ends with; `nil` for any other token,
    /// and where the string is known only when it runs.
    fileprivate var beginningString: (value: String, end: SyntaxIdentifier)? {
        guard tokenKind == .multilineStringQuote, let parent,
            let literal = parent.as(StringLiteralExprSyntax.self)
                ?? parent.as(SimpleStringLiteralExprSyntax.self).map(StringLiteralExprSyntax.init),
            let value = literal.representedLiteralValue, let end = parent.lastToken(viewMode: .sourceAccurate)
        else { return nil }
        return (value, end.id)
    }
}

extension StringLiteralExprSyntax {
    /// A string without interpolations, as attributes have it, is read like any other.
    fileprivate init(_ simple: SimpleStringLiteralExprSyntax) {
        self.init(
            openingQuote: simple.openingQuote,
            segments: StringLiteralSegmentListSyntax(simple.segments.map { .stringSegment($0) }),
            closingQuote: simple.closingQuote)
    }
}

extension DeclModifierListSyntax {
    /// Each modifier as one line: `public`, `private(set)`.
    var normalizedTexts: [String] { map { $0.detail == nil ? $0.name.text : $0.normalizedText } }
}
