package import MockModel
package import SystemPackage

/// What one pass of the engine did, and how things stand after it.
package struct EngineReport: Sendable {
    /// How much work was done; a barrier that holds shows as a number that stays small.
    package struct Work: Hashable, Sendable {
        package var read = 0
        package var parsed = 0
        package var resolved = 0
        package var rendered = 0
    }

    package var work = Work()
    /// Sources that were said to have changed, or all of them in a pass over everything.
    package var changedSources = 0
    package var writes: [Write] = []
    package var written: [FilePath] { writes.map(\.path) }
    package var removed: [FilePath] = []
    /// Outputs that were looked at and are right.
    package var unchanged = 0
    /// Of these, those that were rendered again and came out as they were.
    package var rerendered: [FilePath] = []
    /// Outputs that are not what they should be and were not written: `--check`, edited or foreign files.
    package var drifted: [Drift] = []
    /// Everything that is wrong with the project now, in the order of the paths.
    package var diagnostics: [Diagnostic] = []
    /// Outputs that could not be written.
    package var failures: [FileSystemError] = []

    package init() {}

    /// An output that was written, and why: `Sources/Cook.swift changed`.
    package struct Write: Hashable, Sendable {
        package var path: FilePath
        package var reason: String
    }

    package struct Drift: Hashable, Sendable {
        package var path: FilePath
        package var state: OutputState
        /// The text that the file should have; `nil` if it should not exist.
        package var expected: String?
    }

    /// Nothing was read and nothing on disk is new: the echo of our own writes.
    package var isEcho: Bool {
        work.read == 0 && writes.isEmpty && removed.isEmpty && drifted.isEmpty && failures.isEmpty
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
