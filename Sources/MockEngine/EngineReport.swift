package import MockModel
package import SystemPackage

/// The result of one pass of the engine, and the state of the project after it.
package struct EngineReport: Sendable {
    /// The amount of work; a stage whose result is unchanged keeps the next numbers small.
    package struct Work: Hashable, Sendable {
        package var read = 0
        package var parsed = 0
        package var resolved = 0
        package var rendered = 0
    }

    package var work = Work()
    /// The number of sources that were reported as changed, or that were read in a pass over everything.
    package var changedSources = 0
    /// The file of the project's description whose change led to the pass, as the user knows it.
    package var changedDescription: String?
    package var writes: [Write] = []
    package var written: [FilePath] { writes.map(\.path) }
    package var removed: [FilePath] = []
    /// Outputs that were compared and are right.
    package var unchanged = 0
    /// The unchanged outputs that were rendered again with the same text.
    package var rerendered: [FilePath] = []
    /// Outputs that are not what they should be and were not written: `--check`, edited or foreign files.
    package var drifted: [Drift] = []
    /// The last good mocks of sources that cannot be read or understood at present: no run writes them until then.
    package var kept: [FilePath] = []
    /// All diagnostics of the project, in the order of the paths.
    package var diagnostics: [Diagnostic] = []
    /// Outputs that could not be written.
    package var failures: [FileSystemError] = []

    package init() {}

    /// An output that was written.
    package struct Write: Hashable, Sendable {
        package var path: FilePath
        /// The name of the source or module that changed; `nil` if the file itself was not as it should be.
        package var cause: String?
        /// The names of the mocks that the file held before and no longer does.
        package var droppedMocks: [String] = []
        /// True if there was no file before.
        package var isNew = false
        /// `Sources/Cook.swift changed`
        package var reason: String { cause.map { "\($0) changed" } ?? "it was not as it should be" }
    }

    package struct Drift: Hashable, Sendable {
        package var path: FilePath
        package var state: OutputState
        /// The text that the file should have; `nil` if it should not exist.
        package var expected: String?
    }

    /// True if nothing was read and nothing on disk is new: the echo of our own writes.
    package var isEcho: Bool {
        work.read == 0 && writes.isEmpty && removed.isEmpty && drifted.isEmpty && failures.isEmpty
    }

    /// Counts outputs that were as they should be, but for their files, as written.
    package mutating func note(restored paths: [FilePath]) {
        let known = Set(writes.map(\.path))
        let restored = paths.filter { !known.contains($0) }
        writes += restored.map { Write(path: $0) }
        unchanged -= min(unchanged, restored.count)
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
