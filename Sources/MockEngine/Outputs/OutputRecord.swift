internal import MockGeneration
internal import MockModel

/// One generated file and what it was made from. Its text is not kept: it can be made again, or read.
struct OutputRecord: Sendable {
    var module: Int
    /// The sources whose mocks it holds, in the order of their paths.
    var sources: [DiskPath]
    /// Stands for the resolved types of the last rendering; `nil` after a restart.
    var fingerprint: Fingerprint?
    /// The names that resolution asked for, but for those that all ask for.
    var dependencies = CodedNames.empty
    /// The compiled modules that it looked into, found or not, each with the version that it was.
    var compiledModules: [String: String] = [:]
    /// Hash of the text that the file should have; `nil` until it was rendered.
    var textHash: ContentHash?
    /// The state of the file on disk in which it has that text.
    var signature: FileSignature?
    var diagnostics: [MockDiagnostic] = []
    /// The types that it mocks, and the names of their mocks.
    var types = CodedTexts.empty
    var mocks = CodedTexts.empty
    /// Mocks in the text.
    var mockCount = 0
    var state: OutputState = .missing
    /// Why the text is what it is since the last time that it changed.
    var reason = CodedTexts.empty

    var reasonText: String { reason.texts.first ?? "" }

    /// Whether there is a file, or should be one. A source whose types can all not be mocked has none.
    var isExpected: Bool { mockCount > 0 || state != .current }

    /// For how many mocks it counts.
    var weight: Int { state == .current ? types.count : max(1, types.count) }

    /// Whether it is as it should be if its file is in that state, and was when it was last looked at or before the
    /// restart.
    func isWritten(as found: FileSignature) -> Bool {
        signature == found && textHash != nil && mockCount > 0 && (state == .current || state == .missing)
    }
}

/// Stands for a value in this process: equal values have equal fingerprints, and different ones but for a chance of
/// one in 2^64 different ones.
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

/// What is known about an output file on disk.
package enum OutputState: String, Hashable, Sendable {
    /// As it should be.
    case current
    /// Ours, but not what the sources ask for; seen where nothing may be written.
    case stale
    /// Changed by hand since we wrote it; left alone.
    case edited
    /// Nothing asks for it any more, and somebody edited it; left alone.
    case orphaned
    /// Should exist and does not.
    case missing
    /// Written by somebody else; never touched.
    case conflict
    /// The write failed.
    case failed
}
