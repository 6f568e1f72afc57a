/// Why the parser must read a text as a whole.
///
/// None of these is an error for the user: the parser decides, and reports any error.
enum Uncertainty: Error, Hashable {
    /// A bracket, comment, literal or `#if` has no end, or an end without a beginning.
    case unbalanced
    /// A character that the lexer accepts only with a diagnostic, or only in some places.
    case unusualCharacter
    /// `<#…#>`, or a merge conflict marker.
    case placeholder
    /// A slash that may begin a regular expression or divide, where the difference matters.
    case ambiguousSlash
    /// A declaration without a name or a body, or with `#if` inside.
    case unusualDeclaration
    /// The plain reader has no rule for the text.
    case notPlain
    /// More interpolation levels than occur in practice.
    case tooDeep
}
