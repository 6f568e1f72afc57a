internal import MockGeneration
internal import MockModel
internal import SystemPackage

/// One generated file and what it was made from.
struct OutputRecord {
    var module: Int
    /// The sources whose mocks it holds, in the order of their paths.
    var sources: [FilePath]
    /// The resolved types of the last rendering: equal ones need no new one.
    var resolved: [ResolvedType] = []
    /// The names that resolution asked for.
    var dependencies: Set<String> = []
    /// The compiled modules that it looked into, found or not.
    var compiledModules: Set<String> = []
    var text: String?
    var diagnostics: [Diagnostic] = []
    /// Mocks in the text.
    var mockCount = 0
    var state: OutputState = .missing
    /// Why the file on disk is not what it should be, if writing failed.
    var failure: FileSystemError?
}

/// What is known about an output file on disk.
package enum OutputState: String, Hashable, Sendable {
    /// As it should be.
    case current
    /// Ours, but not what the sources ask for; seen where nothing may be written.
    case stale
    /// Changed by hand since we wrote it; left alone.
    case edited
    /// Should exist and does not.
    case missing
    /// Written by somebody else; never touched.
    case conflict
    /// The write failed.
    case failed
}
