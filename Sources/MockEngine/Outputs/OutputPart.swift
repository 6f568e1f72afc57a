internal import MockGeneration
internal import MockModel

/// The results for the types of some of an output's sources.
struct OutputPart: Sendable {
    var fingerprints: [Fingerprint] = []
    /// The resolved types, or else their mocks.
    var types: [(source: DiskPath, type: ResolvedType)] = []
    var mocks: [RenderedMock] = []
    /// The names that resolution looked up.
    var names: [NameKey] = []
    var compiledModules: Set<String> = []
    var matchers: [TypeMatchers] = []
    /// True if it was made in an earlier pass.
    var isKept = false

    /// The bytes that it needs, about.
    var size: Int {
        let texts = mocks.reduce(0) { $0 + 700 + ($1.text?.count ?? 0) + $1.identity.utf8.count }
        return 500 + 16 * names.count + texts + matchers.reduce(0) { $0 + 200 + $1.text.utf8.count }
    }
}
