package import MockModel

/// The current state of one source file.
package struct InputSummary: Hashable, Sendable {
    package var displayPath: String
    package var module: String
    /// True if it has syntax errors; its last good declarations are used.
    package var isBroken: Bool
    package var mockedTypes: [String]
    package var diagnostics: [Diagnostic]
    /// The time that this process took to parse its content; `nil` if a cache knew it.
    package var parseTime: Duration?
}
