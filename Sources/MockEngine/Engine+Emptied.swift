internal import MockModel
internal import SystemPackage

// Sources that somebody has emptied. Many editors and tools empty a file and then write it: in between it declares
// nothing, and its mocks would go and come again, under the eyes of a build.
extension Engine {
    /// Whether there are such sources whose mocks still stay.
    package var hasEmptiedSources: Bool { !emptiedSources.isEmpty }

    /// Takes it that what has been emptied stays so.
    ///
    /// - Parameter patient: only what was empty at the last call, too. Whoever asks for the truth is not patient.
    package mutating func takeEmptiedSources(patient: Bool) -> EngineReport {
        let due = emptiedSources.filter { !patient || $0.value }.keys
        for path in emptiedSources.keys { emptiedSources[path] = true }
        guard !due.isEmpty else { return apply([]) }
        let holds = holdsEmptiedSources
        holdsEmptiedSources = false
        defer { holdsEmptiedSources = holds }
        return apply(due.map { FileChange(path: $0.filePath, kind: .changed) })
    }

    /// Takes note of what a look at a source has found.
    mutating func noteEmptied(_ path: DiskPath, _ isEmptied: Bool) {
        emptiedSources[path] = isEmptied ? emptiedSources[path] ?? false : nil
    }
}
