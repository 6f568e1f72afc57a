internal import MockModel
internal import MockParsing
internal import SystemPackage

/// What the engine keeps of a source file: never its text, never a syntax tree.
struct SourceRecord {
    /// How diagnostics and markers name the file: relative to the root where it lies below it.
    var displayPath: String
    var module: Int
    var hash: ContentHash
    /// The declarations that count: while the file is broken, those of its last good state.
    var file: ParsedFile
    var positions: DeclarationPositions
    var diagnostics: [Diagnostic]
    /// The file as it is now has syntax errors.
    var isBroken: Bool

    /// Takes over a new parse. A broken one replaces the last good declarations only if there are none.
    mutating func update(_ parsed: ParsedSource, hash: ContentHash) {
        self.hash = hash
        diagnostics = parsed.diagnostics
        isBroken = parsed.isBroken
        guard !parsed.isBroken else { return }
        file = parsed.file
        positions = parsed.positions
    }
}
