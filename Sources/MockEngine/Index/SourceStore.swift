internal import MockModel
internal import SystemPackage

/// The sources of the project, their declarations, and the files whose declarations are not known.
struct SourceStore: Sendable {
    var index: DeclarationIndex
    var membership: ModuleMembership
    private(set) var memory = SourceMemory()
    /// Sources that were broken when they were first seen.
    private(set) var unknown: Set<DiskPath> = []
    var unread = UnreadPaths()
    /// The inputs that are known by their digests; `nil` without digests.
    var digests: DigestCache?
    /// Sources that are links to files, with the last known state of their targets: a watcher of the root does not
    /// report changes behind a link.
    var links: [DiskPath: FileSignature?] = [:]
    /// The links to folders of sources, with their modules and the real folders behind them; `nil` for a link that leads
    /// to no folder yet. A watcher of the root reports the changes behind a link at most under their real paths.
    var linkedFolders: [DiskPath: (module: Int, target: FilePath?)] = [:]
    /// Sources whose new signature is not in the cache yet. A cancelled pass drops them, because its outputs are not up
    /// to date.
    var touched: Set<DiskPath> = []
    /// True if an emptied source keeps its mocks until ``Engine/acceptEmptiedSources(patient:)``.
    var holdsEmptied = false
    /// The emptied sources; true for those that were empty at the last ``Engine/acceptEmptiedSources(patient:)``.
    var emptied: [DiskPath: Bool] = [:]
    /// The sources that were broken under an earlier description of the project, with the modules that they belonged
    /// to, until the first scan under this one.
    var earlierBroken: [DiskPath: (record: SourceRecord, module: Module)] = [:]
    /// The sources that ask for seams.
    private(set) var seamSources: Set<DiskPath> = []
    /// Sources that existed when their removal was reported, or were missing when a change was. A watcher that finds them
    /// as it knew them reports nothing more.
    var contradicted: Set<DiskPath> = []
    /// The modules whose sources are known.
    var scannedModules: Set<Int> = []
    /// The number of scans so far.
    var scans = 0
    /// The number of sources that are read for names only; they are not reported as sources of the project.
    private var countForNames = 0

    init(_ project: Project) {
        index = DeclarationIndex(project: project)
        membership = ModuleMembership(project, modulesWithMocks: index.modulesWithMocks)
        for seam in project.seams {
            for (number, module) in project.modules.enumerated() where module.name == seam.module {
                membership.add([seam.origin], to: number)
            }
        }
    }

    var records: [DiskPath: SourceRecord] {
        get { index.sources }
        _modify { yield &index.sources }
    }

    subscript(path: DiskPath) -> SourceRecord? {
        get { index.sources[path] }
        _modify { yield &index.sources[path] }
    }

    /// The number of sources of the project.
    var count: Int { records.count - countForNames }

    /// The sources that are broken and keep their last good declarations, with their modules.
    var broken: [DiskPath: (record: SourceRecord, module: Module)] {
        records.filter { $0.value.isBroken && !$0.value.isUnknown }.mapValues { ($0, index.project.modules[$0.module]) }
    }

    func isReadForNames(_ module: Int) -> Bool { index.project.modules[module].isReadForNames }

    /// Returns the source at a path, even if no file exists.
    func source(at path: DiskPath) -> Source? {
        if let record = self[path] { return Source(path: path, module: record.module) }
        return membership.module(of: path).map { Source(path: path, module: $0) }
    }

    // MARK: Changes

    /// Replaces the record of a source; returns the earlier one, and the names whose answers changed.
    mutating func update(
        _ path: DiskPath, to next: SourceRecord
    ) -> (old: SourceRecord?, new: SourceRecord, changedNames: [NameKey]) {
        let old = self[path]
        let known = old ?? lastGood(at: path, of: next.module) ?? SourceRecord(module: next.module, hash: next.hash)
        let new = known.updated(to: next)
        return (old, new, replace(old, with: new, at: path))
    }

    /// Returns the record of a source that was broken under an earlier description, if its module is read as before.
    private func lastGood(at path: DiskPath, of number: Int) -> SourceRecord? {
        let module = index.project.modules[number]
        guard let earlier = earlierBroken[path], earlier.module.isReadForNames == module.isReadForNames,
            (earlier.module.output == nil) == (module.output == nil)
        else { return nil }
        return earlier.record.moved(to: number, module)
    }

    /// Removes the record of a source; returns it, and the names whose answers changed.
    mutating func remove(_ path: DiskPath) -> (old: SourceRecord, changedNames: [NameKey])? {
        emptied[path] = nil
        guard let old = self[path] else { return nil }
        return (old, replace(old, with: nil, at: path))
    }

    private mutating func replace(
        _ old: SourceRecord?, with new: SourceRecord?, at path: DiskPath
    ) -> [NameKey] {
        if let old {
            memory.keep(old)
            if isReadForNames(old.module) { countForNames -= 1 }
        }
        if let new, isReadForNames(new.module) { countForNames += 1 }
        membership.replaceImports(of: old, with: new)
        if new?.declaresSeams == true {
            seamSources.insert(path)
        } else if !seamSources.isEmpty {
            seamSources.remove(path)
        }
        self[path] = new
        noteUnknown(path, new)
        return index.replace(old?.file ?? .empty, with: new?.file ?? .empty, path: path)
    }

    private mutating func noteUnknown(_ path: DiskPath, _ record: SourceRecord?) {
        if record?.isUnknown == true { unknown.insert(path) } else { unknown.remove(path) }
    }

    /// Records whether a load found a source emptied.
    mutating func noteEmptied(_ path: DiskPath, _ isEmptied: Bool) {
        if isEmptied || !emptied.isEmpty { emptied[path] = isEmptied ? emptied[path] ?? false : nil }
    }

    /// Takes over the sources of an earlier run.
    mutating func restore(_ restored: inout EngineCache.Restored) {
        seamSources = restored.seamSources
        memory = restored.memory
        records = restored.moveSources()
        for (module, count) in restored.counts.enumerated() where count.sources > 0 {
            scannedModules.insert(module)
            if isReadForNames(module) { countForNames += count.sources }
        }
        for (imports, count) in restored.imports where count > 0 {
            membership.add(imports.names.texts, to: imports.module, times: count)
        }
        for path in restored.doubtful { noteUnknown(path, self[path]) }
    }
}
