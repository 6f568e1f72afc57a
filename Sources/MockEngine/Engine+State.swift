internal import MockGeneration
package import MockModel
package import SystemPackage

// The state of the project between two passes, for reports.
extension Engine {
    /// True if there are sources that no watcher of the root reports.
    package var hasUnwatchedSources: Bool {
        project.hasUnwatchedSources || !sources.links.isEmpty || !sources.linkedFolders.isEmpty
    }

    /// True if mocks depend on modules without sources, which a build may replace.
    package var dependsOnCompiledModules: Bool { interfaces?.hasVersions ?? false }

    /// True if a file or folder could not be read; it may be readable by now.
    package var awaitsPermission: Bool { !sources.unread.isEmpty }

    /// True if a pass has seen files that the watcher may not know: it read more than the given listing, wrote, or found
    /// another state than the reported one.
    package var mayBeAheadOfWatcher: Bool {
        startup.mayBeAheadOfWatcher || !startup.unseenOutputs.isEmpty || !sources.contradicted.isEmpty
    }

    /// The numbers of sources and mocks of the project.
    package var counts: (sources: Int, mocks: Int) { (sources.count, outputs.mockCount) }

    /// The number of outputs in each state.
    package var outputStates: [OutputState: Int] { outputs.states }

    /// The number of mocks in each state. An output that should hold mocks and holds none counts as one, so that it
    /// shows.
    package var mockStates: [OutputState: Int] { outputs.mockStates }

    /// The numbers of mocks by the names of their modules.
    package var mockCounts: [String: Int] {
        outputs.records.values.reduce(into: [:]) { $0[project.modules[$1.module].name, default: 0] += $1.mockCount }
    }

    /// All output files, in the order of their paths.
    package var outputSummaries: [OutputSummary] {
        let summaries = outputs.records.filter(\.value.isExpected).map { path, record in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: record.state,
                sources: record.sources.map(project.displayPath), types: record.types.texts)
        }
        let orphans = outputs.paths(in: .orphaned).map { path in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: .orphaned, sources: [],
                types: [])
        }
        let matchers = outputs.matcherFiles.map { path, record in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: record.state,
                sources: record.sources.map(project.displayPath), types: [])
        }
        let seams = outputs.seamFiles.map { path, file in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: file.record.state,
                sources: file.record.sources.map(project.displayPath), types: file.record.types.texts)
        }
        return (summaries + matchers + seams + orphans).sorted { DiskPath($0.path) }
    }

    /// All sources whose declarations are read, in the order of the paths.
    package var inputSummaries: [InputSummary] {
        sources.records.filter { !sources.isReadForNames($0.value.module) }.sorted(byPath: \.key).map { path, record in
            InputSummary(
                displayPath: project.displayPath(of: path), module: project.modules[record.module].name,
                isBroken: record.isBroken, mockedTypes: mocked(in: path).map(\.declaration.qualifiedName),
                diagnostics: diagnostics(in: path), parseTime: record.parseTime)
        }
    }

    /// The files that the outputs were made from, in the order of their paths: sources, indexes, interfaces, templates.
    package var filesRead: [FilePath] {
        let found = sources.records.filter { project.modules[$0.value.module].index == nil }.map(\.key)
        let unread = sources.unread.entries.filter { !$0.value.isFolder && !$0.value.isMissing }.map(\.key)
        let sources = (found + unread).filter { outputs.seamFiles[$0] == nil }
        let others =
            project.modules.compactMap(\.index?.path) + (interfaces?.files ?? []) + TemplateFiles.paths(of: project)
        return Set(sources + others.map(DiskPath.init)).sorted().map(\.filePath)
    }

    /// Returns the names of the mocks in an output.
    package func mocks(in output: FilePath) -> [String] { outputs[DiskPath(output)]?.mocks.texts ?? [] }

    /// True if a file holds no mocks but matchers for them.
    package func isMatcherFile(_ output: FilePath) -> Bool { outputs.matcherFiles[DiskPath(output)] != nil }

    /// True if a file holds the protocols and conformances of seams.
    package func isSeamFile(_ output: FilePath) -> Bool { outputs.seamFiles[DiskPath(output)] != nil }

    /// Returns changes that the watcher may never report, if it has reported everything before now: sources and current
    /// outputs that no longer exist, and sources whose reported state was not that of the disk.
    package func unreportedChanges() -> [FileChange] {
        var paths = sources.contradicted.union(startup.unseenOutputs.filter { outputs.state(of: $0) == .current })
        if startup.mayBeAheadOfWatcher {
            paths.formUnion(sources.records.keys)
            paths.formUnion(outputs.current)
        }
        let candidates = Array(paths)
        let changes = workers.map(candidates.count) { [fileSystem, sources] number -> FileChange? in
            let path = candidates[number]
            if fileSystem.isMissing(path.filePath) { return FileChange(path: path.filePath, kind: .removed) }
            return sources.contradicted.contains(path) ? FileChange(path: path.filePath, kind: .changed) : nil
        }
        return changes.compactMap(\.self)
    }

    /// Notes that the watcher knows every file that the engine has seen.
    package mutating func wasCaughtUpByWatcher() {
        startup.mayBeAheadOfWatcher = false
        startup.unseenOutputs = []
        sources.contradicted = []
    }

    /// True if a path is that of a source that was read, or of an output.
    package func knows(_ path: FilePath) -> Bool {
        let path = DiskPath(path)
        return sources[path] != nil || outputs[path] != nil || outputs.matcherFiles[path] != nil
            || outputs.seamFiles[path] != nil
    }

    /// True if a path is that of a source, even if no file exists.
    package func isSource(_ path: FilePath) -> Bool {
        !isOutput(DiskPath(path)) && sources.source(at: DiskPath(path)) != nil
    }

    /// Returns the diagnostics of a source: those of its code and those of the mocks of its types.
    func diagnostics(in path: DiskPath) -> [Diagnostic] {
        let display = project.displayPath(of: path)
        let ofMocks = sources[path]?.output.flatMap { outputs[$0] }?.diagnostics ?? []
        return problems[path] + sources.index.located(ofMocks.filter { $0.path == display })
    }

    /// Returns the types of a source that have mocks.
    func mocked(in path: DiskPath) -> [LocatedType] {
        guard let output = sources[path]?.output.flatMap({ outputs[$0] }), !output.mocks.isEmpty else { return [] }
        let types = sources.index.located(in: path)
        // A template names its mocks as it likes.
        if project.modules[output.module].settings.template != nil {
            let mocked = output.types.texts
            return types.filter { $0.declaration.kind != .extension && mocked.contains($0.declaration.qualifiedName) }
        }
        let mocks = output.mocks.texts
        return types.filter { $0.mockName.map(mocks.contains) ?? false }
    }
}
