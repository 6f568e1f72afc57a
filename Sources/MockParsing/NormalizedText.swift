internal import SwiftSyntax

extension SyntaxProtocol {
    /// The node as one line: comments gone, every run of white space one space, nothing around it.
    var normalizedText: String {
        var text = ""
        var needsSpace = false
        for token in tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, needsSpace || !token.leadingTrivia.isEmpty { text += " " }
            text += token.text
            needsSpace = !token.trailingTrivia.isEmpty
        }
        return text
    }
}

extension DeclModifierListSyntax {
    /// Each modifier as one line: `public`, `private(set)`.
    var normalizedTexts: [String] { map { $0.detail == nil ? $0.name.text : $0.normalizedText } }
}
