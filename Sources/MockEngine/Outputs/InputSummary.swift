package import MockModel

/// One source file as it stands.
package struct InputSummary: Hashable, Sendable {
    package var displayPath: String
    package var module: String
    /// It has syntax errors, and its last good declarations are used.
    package var isBroken: Bool
    package var mockedTypes: [String]
    package var diagnostics: [Diagnostic]
    /// How long this process parsed its content; `nil` when a cache knew it.
    package var parseTime: Duration?
}
