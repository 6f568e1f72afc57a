package import MockModel
internal import MockGeneration
package import SystemPackage

/// Brings the generated files up to date after a set of changes.
///
/// One value, used by one task; `mockd watch` and `mockd generate` run the same code over the same state. A pass goes
///
///     FileChange ─load─▶ bytes ─parse─▶ ParsedFile ─resolve─▶ ResolvedType ─render─▶ text ─write─▶ disk
///
/// and stops at the first stage whose result is equal to the last one: an edit that no mock can notice costs a read and
/// a hash. What a mock depends on is the set of names that its resolution looked up, found or not; a file's change is
/// the set of names whose declarations differ. Nothing in a pass over changes takes time in proportion to the project.
package struct Engine {
    package let project: Project
    package var policy: OutputPolicy
    /// The number of threads that read, parse, render and write in parallel.
    package var parallelism: Int
    package let progress: EngineProgress
    let fileSystem: any FileSystem
    private let root: RootFolder
    /// The declarations of compiled modules; `nil` if they must not be read.
    let interfaces: ModuleInterfaces?
    let cache: EngineCache?
    let journal: WorkJournal?

    var index: DeclarationIndex
    var memory = DigestMemory()
    var membership: ModuleMembership
    /// Made when the first source with mocks changes.
    var layout: OutputLayout?
    var outputs: [DiskPath: OutputRecord] = [:]
    var dependents = Dependents()
    /// The diagnostics by file; files without any have no entry.
    var problems: [DiskPath: [Diagnostic]] = [:] {
        didSet { sortedDiagnostics = nil }
    }
    private var sortedDiagnostics: [Diagnostic]?
    /// Outputs whose last write failed.
    var failedOutputs: Set<DiskPath> = []
    /// Outputs that nothing asks for any more. They stay until their source can be understood again, or until they can
    /// be removed.
    var keptOrphans: Set<DiskPath> = []
    /// Outputs that nothing asks for any more, and that stay because they were edited.
    var orphans: Set<DiskPath> = []
    /// Mocks in the test targets that are no outputs of the project.
    var strayMocks: Set<DiskPath> = [] {
        didSet { if strayMocks != oldValue { sortedDiagnostics = nil } }
    }
    /// Sources that were broken when they were first seen.
    var unknownSources: Set<DiskPath> = []
    var unread = UnreadPlaces()
    /// Outputs that were not written because they may lack mocks.
    var heldOutputs: Set<DiskPath> = []
    /// Sources that are links to files, with the last known state of their targets: a watcher of the root does not
    /// report changes behind a link.
    var linkedSources: [DiskPath: FileSignature?] = [:]
    /// True if an emptied source keeps its mocks until ``takeEmptiedSources(patient:)``.
    package var holdsEmptiedSources = false
    /// The emptied sources; true for those that were empty at the last ``takeEmptiedSources(patient:)``.
    var emptiedSources: [DiskPath: Bool] = [:]
    private var mockCount = 0
    /// The number of sources that are read for names only; they are not reported as sources of the project.
    var sourcesOfNames = 0
    /// Outputs of the earlier description of the project; the next refresh removes those that are outputs no more.
    private var abandoned: Set<DiskPath> = []
    /// Outputs that an earlier run made for the project as it was described then.
    var outputsBefore: Set<DiskPath> = []
    private var isRestored = false
    /// The number of scans so far.
    var looks = 0
    /// True if the last refresh read more than the given listing, or wrote: the watcher may not know these files.
    package private(set) var sawMoreThanTheTree = false
    /// The differences between the restored records and the project, which the next pass writes to the cache.
    private var restoredNews = EngineCache.News()
    /// Sources whose new signature is not in the cache yet. A cancelled pass drops them, because its outputs are not up
    /// to date.
    var touchedSources: Set<DiskPath> = []
    /// True if an empty output may be the result of a power cut. Later it is a file that an editor is about to save.
    private(set) var mayFindTornOutputs = true
    var mayHoldLeftOvers = true
    /// The modules whose sources are known.
    var scannedModules: Set<Int> = []

    package init(
        project: Project, policy: OutputPolicy = OutputPolicy(), parallelism: Int = 8, cache: EngineCache? = nil,
        journal: WorkJournal? = nil, interfaces: ModuleInterfaces? = nil, progress: EngineProgress = EngineProgress(),
        fileSystem: (any FileSystem)? = nil
    ) {
        self.project = project
        self.policy = policy
        self.parallelism = max(1, parallelism)
        self.cache = cache
        self.journal = journal
        self.interfaces = interfaces
        self.progress = progress
        root = RootFolder(project.root)
        self.fileSystem = fileSystem ?? LocalFileSystem(root: root)
        index = DeclarationIndex(project: project)
        membership = ModuleMembership(project, modulesWithMocks: index.modulesWithMocks)
    }

    /// Replaces an engine whose project was described differently: the next ``refresh()`` removes outputs that only
    /// that one wrote, unless they were edited.
    package mutating func replaces(_ earlier: Engine) {
        abandoned = earlier.keptOrphans.union(earlier.outputs.keys)
        mayFindTornOutputs = false
    }

    var sources: [DiskPath: SourceRecord] {
        get { index.sources }
        _modify { yield &index.sources }
    }

    var workers: WorkerThreads { WorkerThreads(count: parallelism) }

    /// Restores what the last run knew. It reads nothing of the project, so it can run while the watcher starts.
    package mutating func restore() {
        guard !isRestored else { return }
        isRestored = true
        var news = EngineCache.News()
        restoreCache(&news)
        restoredNews = news
    }

    /// Scans everything: at the start, and when changes may have been missed.
    ///
    /// - Parameter tree: A listing by a watcher that reports all later changes. Only folders that are not in it are
    ///   listed again.
    package mutating func refresh(_ tree: TreeListing? = nil) -> EngineReport {
        var pass = Pass()
        pass.tree = tree
        pass.looksAtEveryOutput = true
        root.recognize()
        restore()
        swap(&pass.touchedOutputs, &abandoned)
        swap(&pass.outputsBefore, &outputsBefore)
        swap(&pass.news, &restoredNews)
        swap(&pass.news.touchedSources, &touchedSources)
        lookAtOutputs(&pass)
        let known = scannedModules
        scannedModules = []
        scanImportedModules(&pass)
        scannedModules.formUnion(known)
        forgetInactiveModules(&pass)
        if progress.isStopping { return pass.report }
        pass.report.changedSources = pass.report.work.read
        let report = finish(&pass)
        mayFindTornOutputs = false
        sawMoreThanTheTree = tree == nil || pass.sawMoreThanTheTree || !report.writes.isEmpty
        return report
    }

    /// Updates the outputs of the files that changed and of everything that depends on them.
    package mutating func apply(_ changes: [FileChange]) -> EngineReport {
        var pass = Pass()
        swap(&pass.news.touchedSources, &touchedSources)
        var changed: [Source] = []
        for change in changes {
            let path = DiskPath(change.path)
            if isOutput(path) {
                pass.touchedOutputs.insert(path)
                continue
            }
            if mayBeStray(path) { pass.possibleStrays.insert(path) }
            if let source = source(at: path) {
                guard String(validating: change.path) != nil else {
                    if change.kind == .changed { reportMisnamed(path) } else { problems[path] = nil }
                    continue
                }
                if !isReadForNames(source.module) { pass.report.changedSources += 1 }
                switch change.kind {
                case .changed:
                    if fileSystem.isLink(change.path) { linkedSources[path] = fileSystem.signature(of: change.path) }
                    changed.append(source)
                case .removed: forget(path, &pass)
                }
            }
        }
        tryUnread(&pass)
        load(changed, &pass)
        scanImportedModules(&pass)
        return finish(&pass)
    }

    /// Scans the sources that no watcher of the root reports. Without a change it costs a `stat` a file.
    package mutating func lookElsewhere() -> EngineReport {
        var pass = Pass()
        swap(&pass.news.touchedSources, &touchedSources)
        scan(project.modulesElsewhere.intersection(scannedModules), &pass)
        lookBehindLinks(&pass)
        scanImportedModules(&pass)
        pass.report.changedSources = pass.report.work.read
        return finish(&pass)
    }

    /// True if there are such sources.
    package var hasSourcesElsewhere: Bool { project.hasSourcesElsewhere || !linkedSources.isEmpty }

    /// True if mocks depend on modules without sources, which a build may replace.
    package var dependsOnCompiledModules: Bool { interfaces?.hasVersions ?? false }

    /// True if a file or folder could not be read; it may be readable by now.
    package var awaitsPermission: Bool { !unread.isEmpty }

    /// Writes to the cache what could wait so far. Call it when no more changes come.
    package mutating func rememberTouched() {
        var news = EngineCache.News()
        swap(&news.touchedSources, &touchedSources)
        remember(news, atOnce: true)
    }

    /// Prepares the tables that the first edit would otherwise wait for.
    package mutating func prepareForEdits() {
        dependents.prepare(outputs)
        index.prepare()
        prepareLayout()
        if mayHoldLeftOvers, policy.writes { removeLeftOvers(in: membership.foldersOfOutputs) }
    }

    /// All output files, in the order of their paths.
    package var outputSummaries: [OutputSummary] {
        let summaries = outputs.filter(\.value.isExpected).map { path, record in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: record.state,
                sources: record.sources.map(project.displayPath), types: record.types.texts)
        }
        let left = orphans.map { path in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: .orphaned, sources: [],
                types: [])
        }
        return (summaries + left).sorted { DiskPath($0.path) }
    }

    /// Returns the names of the mocks in an output.
    package func mocks(in output: FilePath) -> [String] { outputs[DiskPath(output)]?.mocks.texts ?? [] }

    /// Returns the sources and current outputs that no longer exist on the disk.
    package func goneFiles() -> [FilePath] {
        let paths = Array(sources.keys) + outputs.filter { $0.value.state == .current }.keys
        let gone = workers.map(paths.count) { [fileSystem] number -> FilePath? in
            let path = paths[number].filePath
            return fileSystem.isMissing(path) ? path : nil
        }
        return gone.compactMap(\.self)
    }

    /// True if a path is that of a source that was read, or of an output.
    package func knows(_ path: FilePath) -> Bool {
        let path = DiskPath(path)
        return sources[path] != nil || outputs[path] != nil
    }

    /// True if a path is that of a source, even if no file exists.
    package func isSource(_ path: FilePath) -> Bool { !isOutput(DiskPath(path)) && source(at: DiskPath(path)) != nil }

    /// All sources whose declarations are read, in the order of the paths.
    package var inputSummaries: [InputSummary] {
        sources.filter { !isReadForNames($0.value.module) }.sorted(byPath: \.key).map { path, record in
            InputSummary(
                displayPath: project.displayPath(of: path), module: project.modules[record.module].name,
                isBroken: record.isBroken, mockedTypes: mocked(in: path).map(\.declaration.qualifiedName),
                diagnostics: diagnostics(in: path), parseTime: record.parseTime)
        }
    }

    /// Returns the diagnostics of a source: those of its code and those of the mocks of its types.
    func diagnostics(in path: DiskPath) -> [Diagnostic] {
        let display = project.displayPath(of: path)
        let ofMocks = sources[path]?.output.flatMap { outputs[$0] }?.diagnostics ?? []
        return (problems[path] ?? []) + index.located(ofMocks.filter { $0.path == display })
    }

    /// Returns the types of a source that have mocks.
    func mocked(in path: DiskPath) -> [LocatedType] {
        guard let mocks = sources[path]?.output.flatMap({ outputs[$0] })?.mocks.texts, !mocks.isEmpty else { return [] }
        return index.located(in: path).filter { $0.mockName.map(mocks.contains) ?? false }
    }

    /// The numbers of sources and mocks of the project.
    package var counts: (sources: Int, mocks: Int) { (sources.count - sourcesOfNames, mockCount) }

    /// The number of outputs in each state.
    package private(set) var outputStates: [OutputState: Int] = [:]
    /// The number of mocks in each state. An output that should hold mocks and holds none counts as one, so that it
    /// shows.
    package private(set) var mockStates: [OutputState: Int] = [:]

    // MARK: The end of a pass

    /// The intermediate results of a pass.
    struct Pass {
        var report = EngineReport()
        /// The names whose answers changed, with the source that changed them.
        var changedNames: [NameKey: DiskPath] = [:]
        /// Sources whose declarations changed.
        var touchedSources: Set<DiskPath> = []
        /// Sources whose declarations moved to other lines.
        var movedSources: Set<DiskPath> = []
        /// The outputs of removed sources.
        var abandoned: [DiskPath: DiskPath] = [:]
        /// Names that fewer sources have than before.
        var regrouped: Set<OutputLayout.Group> = []
        var touchedOutputs: Set<DiskPath> = []
        var outputsBefore: Set<DiskPath> = []
        var looksAtEveryOutput = false
        /// The watcher's listing.
        var tree: TreeListing?
        var sawMoreThanTheTree = false
        /// The entries of the folders of outputs.
        var outputFolders: [(folder: DiskPath, entries: [FolderEntry])] = []
        /// Files there that have the name of an output and are none.
        var strayOutputs: Set<DiskPath> = []
        /// Files with the name of an output that changed elsewhere in the test targets.
        var possibleStrays: Set<DiskPath> = []
        /// The changes that the cache has to record.
        var news = EngineCache.News()

        /// Reserves room for the given number of new sources.
        mutating func expectSources(_ count: Int) {
            touchedSources.reserveCapacity(count)
            news.sources.reserveCapacity(count)
        }

        mutating func note(_ names: [NameKey], from path: DiskPath) {
            for name in names { changedNames[name] = path }
        }
    }

    private mutating func finish(_ pass: inout Pass) -> EngineReport {
        if progress.isStopping { return pass.report }
        var stale = arrangeOutputs(&pass)
        if !pass.changedNames.isEmpty { addDependents(of: pass.changedNames, to: &stale) }
        addOutputsOfChangedModules(to: &stale)
        var unsettled =
            pass.looksAtEveryOutput ? outputsToLookAt(stale, &pass) : pass.touchedOutputs.union(failedOutputs)
        unsettled.formUnion(stale.keys)
        unsettled.formUnion(heldOutputs)
        settle(unsettled.filter { outputs[$0] != nil }.sorted(), stale, &pass)
        showProblems(ofMocksIn: pass.movedSources)
        removeOrphans(&pass)
        removeEmptyFolders(of: pass.report.removed)
        findStrayMocks(pass)
        if !progress.isStopping { remember(pass.news, atOnce: pass.looksAtEveryOutput) }
        pass.report.diagnostics = currentDiagnostics()
        return pass.report
    }

    mutating func noteOrphans() {
        outputStates[.orphaned] = orphans.isEmpty ? nil : orphans.count
        mockStates[.orphaned] = outputStates[.orphaned]
    }

    /// Counts outputs whose files have not been compared yet.
    mutating func countMissing(_ count: Int, weight: Int, mocks: Int) {
        guard count > 0 else { return }
        outputStates[.missing, default: 0] += count
        mockStates[.missing, default: 0] += weight
        mockCount += mocks
    }

    /// Counts outputs whose files are as they were written.
    mutating func countCurrent(_ found: CurrentOutputs) {
        guard found.count > 0 else { return }
        outputStates[.missing, default: 0] -= found.count
        outputStates[.current, default: 0] += found.count
        mockStates[.missing, default: 0] -= found.weightBefore
        mockStates[.current, default: 0] += found.weight
    }

    mutating func countOutput(_ record: OutputRecord, _ sign: Int) {
        if record.isExpected { outputStates[record.state, default: 0] += sign }
        mockStates[record.state, default: 0] += sign * record.weight
        mockCount += sign * record.mockCount
    }

    /// Sets the new record of an output, or removes it.
    mutating func setOutput(_ path: DiskPath, _ record: OutputRecord?) {
        let old = outputs[path]
        outputs[path] = record
        if let old { countOutput(old, -1) }
        if let record { countOutput(record, 1) }
        dependents.replace(old?.dependencies ?? .empty, with: record?.dependencies ?? .empty, of: path)
        if record?.state == .failed { failedOutputs.insert(path) } else { failedOutputs.remove(path) }
    }

    private mutating func currentDiagnostics() -> [Diagnostic] {
        if let sortedDiagnostics { return sortedDiagnostics }
        // Several mocks may report the same about a parent of theirs.
        let sorted = Set(project.notes + problems.values.flatMap(\.self) + strayMockWarnings).sorted()
        sortedDiagnostics = sorted
        return sorted
    }
}
