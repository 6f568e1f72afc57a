internal import MockModel
internal import SystemPackage

// Sources that were emptied. Many editors and tools empty a file and then write it: in between it declares nothing, and
// its mocks would be removed and written again during a build.
extension Engine {
    /// True if there are emptied sources whose mocks are still kept.
    package var hasEmptiedSources: Bool { !emptiedSources.isEmpty }

    /// Accepts that emptied sources stay empty, and updates their mocks.
    ///
    /// - Parameter patient: True to accept only sources that were empty at the last call, too; false to accept all.
    package mutating func takeEmptiedSources(patient: Bool) -> EngineReport {
        let due = emptiedSources.filter { !patient || $0.value }.keys
        for path in emptiedSources.keys { emptiedSources[path] = true }
        guard !due.isEmpty else { return apply([]) }
        let holds = holdsEmptiedSources
        holdsEmptiedSources = false
        defer { holdsEmptiedSources = holds }
        return apply(due.map { FileChange(path: $0.filePath, kind: .changed) })
    }

    /// Records if a load found the source emptied.
    mutating func noteEmptied(_ path: DiskPath, _ isEmptied: Bool) {
        emptiedSources[path] = isEmptied ? emptiedSources[path] ?? false : nil
    }
}
