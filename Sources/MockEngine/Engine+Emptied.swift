internal import MockModel
internal import SystemPackage

// Sources that were emptied. Many editors and tools empty a file and then write it: in between it declares nothing, and
// its mocks would be removed and written again during a build.
extension Engine {
    /// True if there are emptied sources whose mocks are still kept.
    package var hasEmptiedSources: Bool { !sources.emptied.isEmpty }

    /// True if an emptied source keeps its mocks until ``acceptEmptiedSources(patient:)``.
    package var holdsEmptiedSources: Bool {
        get { sources.holdsEmptied }
        set { sources.holdsEmptied = newValue }
    }

    /// Accepts that emptied sources stay empty, and updates their mocks.
    ///
    /// - Parameter patient: True to accept only sources that were empty at the last call, too; false to accept all.
    package mutating func acceptEmptiedSources(patient: Bool) -> EngineReport {
        let due = sources.emptied.filter { !patient || $0.value }.keys
        for path in sources.emptied.keys { sources.emptied[path] = true }
        guard !due.isEmpty else { return apply([]) }
        let holds = sources.holdsEmptied
        sources.holdsEmptied = false
        defer { sources.holdsEmptied = holds }
        return apply(due.map { FileChange(path: $0.filePath, kind: .changed) })
    }
}
