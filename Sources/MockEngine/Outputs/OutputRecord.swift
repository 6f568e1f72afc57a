internal import MockGeneration
internal import MockModel

/// One generated file and its inputs. Its text is not kept: it can be made again, or read.
struct OutputRecord: Sendable {
    var module: Int
    /// The sources whose mocks it holds, in the order of their paths.
    var sources: [DiskPath]
    /// Identifies the resolved types of the last rendering; `nil` after a restart.
    var fingerprint: Fingerprint?
    /// The names that resolution looked up, without those that every mock looks up.
    var dependencies = CodedNames.empty
    /// The compiled modules that resolution searched, found or not, each with its version.
    var compiledModules: [String: String] = [:]
    /// Hash of the text that the file should have; `nil` until it was rendered.
    var textHash: ContentHash?
    /// The state of the file on disk when it had that text.
    var signature: FileSignature?
    var diagnostics: [MockDiagnostic] = []
    /// The types that it mocks, and the names of their mocks.
    var types = CodedTexts.empty
    var mocks = CodedTexts.empty
    /// The names of its mocks that depend on declarations which are not there at present: the file that was made with
    /// them stays. Everything that keeps a file, or reports one as kept, asks here.
    var lacking = CodedTexts.empty
    /// Matchers for the named values of types that are parameters of its mocks: see ``TypeMatchers``.
    var matchers = CodedTexts.empty
    /// The mocks of the last text, in an engine that keeps them. They are no part of the cache.
    var kept: KeptMocks?
    /// Mocks in the text.
    var mockCount = 0
    var state: OutputState = .missing
    /// The name of the source or module whose change last changed the text; empty if there is none.
    var cause = CodedTexts.empty

    /// True if there is a file, or should be one. A source of which no type can be mocked has none.
    var isExpected: Bool { mockCount > 0 || state != .current }

    /// The number of mocks that it counts for.
    var weight: Int { state == .current ? mockCount : max(1, mockCount) }

    /// Confirms that the output is up to date, if its file is in the state `found`: it was up to date in that state, in
    /// this run or before the restart.
    ///
    /// - Returns: The number of mocks that counted as missing until now; `nil` if the output may not be up to date.
    mutating func confirm(as found: FileSignature) -> Int? {
        guard signature == found, textHash != nil, mockCount > 0 else { return nil }
        if state == .current { return 0 }
        guard state == .missing else { return nil }
        state = .current
        return mockCount
    }
}

/// Identifies a value in this process: equal values have equal fingerprints, and different ones have different ones,
/// but for a chance of one in 2^64.
struct Fingerprint: Hashable, Sendable {
    private let hash: Int

    init(_ value: some Hashable) {
        var hasher = Hasher()
        hasher.combine(value)
        hash = hasher.finalize()
    }

    init(_ type: ResolvedType) {
        var hasher = Hasher()
        type.digest(into: &hasher)
        hash = hasher.finalize()
    }
}
