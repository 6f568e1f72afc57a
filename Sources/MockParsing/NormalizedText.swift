internal import SwiftParser
internal import SwiftSyntax

extension SyntaxProtocol {
    /// The node as one line: without comments and surrounding white space, with each run of white space as one space,
    /// and multiline strings on one line.
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
    /// The value of the multiline string that begins at this token, and its last token; `nil` for any other token and
    /// for a string with interpolations.
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
    /// Converts a string without interpolations, as in attributes, so that it is read like any other.
    fileprivate init(_ simple: SimpleStringLiteralExprSyntax) {
        self.init(
            openingQuote: simple.openingQuote,
            segments: StringLiteralSegmentListSyntax(simple.segments.map { .stringSegment($0) }),
            closingQuote: simple.closingQuote)
    }
}

extension DeclModifierListSyntax {
    /// The modifiers, each without spaces: `public`, `private(set)`. Swift 5 accepts `private (set)`, too.
    var normalizedTexts: [String] {
        map { modifier in modifier.name.text + (modifier.detail.map { "(\($0.detail.text))" } ?? "") }
    }
}

extension AttributeListSyntax {
    /// The attributes as written, with those under an `#if` that holds: `@_spi` in front of compilers that know it, say.
    var activeTexts: [String] {
        flatMap { element -> [String] in
            switch element {
            case .attribute(let attribute): return [attribute.normalizedText]
            case .ifConfigDecl(let block):
                guard case .attributes(let list) = ConditionEvaluator().activeClause(of: block)?.elements else {
                    return []
                }
                return list.activeTexts
            }
        }
    }
}
