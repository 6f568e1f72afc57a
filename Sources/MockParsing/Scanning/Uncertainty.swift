/// Why a text is left to the parser as a whole.
///
/// None of these is an error for the user: the parser knows best, and what is wrong it puts into words.
enum Uncertainty: Error, Hashable {
    /// A bracket, a comment, a literal or an `#if` has no end, or one too many.
    case unbalanced
    /// A character that the lexer only accepts with a complaint, or not everywhere.
    case unusualCharacter
    /// `<#…#>`, or the marks that version control leaves behind.
    case placeholder
    /// A slash that begins a regular expression or divides, and it matters which.
    case ambiguousSlash
    /// A declaration without a name or a body, or with `#if` in its middle.
    case unusualDeclaration
    /// What the plain reader knows no rule for.
    case notPlain
    /// More levels of interpolation than anybody writes.
    case tooDeep
}
