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
    package internal(set) var project: Project
    package var policy: OutputPolicy
    /// The number of threads that read, parse, render and write in parallel.
    package var parallelism: Int
    package let progress: EngineProgress
    let fileSystem: any FileSystem
    /// The declarations of compiled modules; `nil` if they must not be read.
    let interfaces: ModuleInterfaces?
    let cache: EngineCache?
    let journal: WorkJournal?

    var sources: SourceStore
    var outputs = OutputStore()
    var problems: ProblemStore
    var startup: StartupReconciliation

    package init(
        project: Project, policy: OutputPolicy = OutputPolicy(), parallelism: Int = 8, cache: EngineCache? = nil,
        journal: WorkJournal? = nil, interfaces: ModuleInterfaces? = nil, progress: EngineProgress = EngineProgress(),
        fileSystem: (any FileSystem)? = nil, digests: DigestCache? = nil
    ) {
        self.project = project
        self.policy = policy
        self.parallelism = max(1, parallelism)
        self.cache = cache
        self.journal = journal
        self.interfaces = interfaces
        self.progress = progress
        let root = RootFolder(project.root)
        self.fileSystem = fileSystem ?? LocalFileSystem(root: root)
        sources = SourceStore(project)
        sources.digests = digests
        problems = ProblemStore(project.notes)
        startup = StartupReconciliation(root: root)
    }

    /// Replaces an engine whose project was described differently: the next ``refresh()`` removes outputs that only
    /// that one wrote, unless they were edited.
    ///
    /// - Parameter cause: The file whose change led to this description; `nil` if there is none.
    package mutating func succeed(_ earlier: Engine, because cause: FilePath? = nil) {
        for path in earlier.outputs.paths(in: .kept) + earlier.outputs.records.keys { outputs.touch(path) }
        for path in earlier.outputs.matcherFiles.keys { outputs.touch(path) }
        sources.earlierBroken = earlier.sources.broken
        startup.mayFindTornOutputs = false
        startup.predecessor = StartupReconciliation.Predecessor(
            sources: earlier.sources.records.mapValues(\.hash), outputs: earlier.outputs.records,
            cause: cause.map { project.displayPath(of: $0) })
    }

    // MARK: Passes

    /// Scans everything: at the start, and when changes may have been missed.
    ///
    /// - Parameter tree: A listing by a watcher that reports all later changes. Only folders that are not in it are
    ///   listed again.
    package mutating func refresh(_ tree: TreeListing? = nil) -> EngineReport {
        startup.root.recognize()
        sources.contradicted = []
        restore()
        var pass = beginPass(tree)
        pass.isOfEverything = true
        listOutputFolders(&pass)
        scanActiveModules(&pass)
        pass.report.changedSources = pass.report.work.read
        pass.report.changedDescription = startup.predecessor?.cause
        let report = finish(&pass)
        sources.earlierBroken = [:]
        startup.mayFindTornOutputs = false
        startup.predecessor = nil
        startup.unseenOutputs = []
        startup.mayBeAheadOfWatcher = tree == nil || pass.mayBeAheadOfWatcher || !report.writes.isEmpty
        return report
    }

    /// Updates the outputs of the files that changed and of everything that depends on them.
    package mutating func apply(_ changes: [FileChange]) -> EngineReport {
        var pass = beginPass()
        let changes = seenThroughLinks(changes)
        noteInnerProjects(changes, &pass)
        let changed = changes.compactMap { note($0, &pass) }
        retryUnread(&pass)
        if !pass.relinked.isEmpty { scan(pass.relinked, &pass) }
        load(changed, &pass)
        scanActiveModules(&pass)
        if pass.mayBeAheadOfWatcher { startup.mayBeAheadOfWatcher = true }
        return finish(&pass)
    }

    /// Scans the sources that no watcher of the root reports. Without a change it costs a `stat` a file.
    package mutating func scanUnwatched() -> EngineReport {
        var pass = beginPass()
        scan(modulesToCompare, &pass)
        loadBehindLinks(&pass)
        scanActiveModules(&pass)
        pass.report.changedSources = pass.report.work.read
        return finish(&pass)
    }

    mutating func beginPass(_ tree: TreeListing? = nil) -> Pass {
        var pass = Pass(tree: tree)
        swap(&pass.cacheChanges, &startup.cacheChanges)
        swap(&pass.cacheChanges.touchedSources, &sources.touched)
        return pass
    }

    /// From declarations to files: the second half of each pass.
    mutating func finish(_ pass: inout Pass) -> EngineReport {
        if progress.isStopping { return pass.report }
        updateSeams(&pass)
        assignOutputs(&pass)
        addDependents(&pass)
        updateOutputs(&pass)
        updateMatcherFiles(&pass)
        removeUnwantedOutputs(&pass)
        findStrayMocks(&pass)
        findMissingLibraries(pass)
        startup.unseenOutputs.formUnion(pass.report.writes.lazy.filter(\.isNew).map { DiskPath($0.path) })
        if !progress.isStopping { remember(pass.cacheChanges, atOnce: pass.isOfEverything) }
        pass.report.diagnostics = problems.all()
        return pass.report
    }

    /// Records a change; returns the source that has to be loaded.
    private mutating func note(_ change: FileChange, _ pass: inout Pass) -> Source? {
        let path = DiskPath(change.path)
        let isOutput = isOutput(path)
        if isOutput || outputs.seamFiles[path] != nil || outputs.state(of: path) == .orphaned { outputs.touch(path) }
        if isOutput { return nil }
        if mayBeStray(path) { pass.possibleStrays.insert(path) }
        guard let source = sources.source(at: path) else {
            pass.relinked.formUnion(modulesBehind(change.path))
            return nil
        }
        guard String(validating: change.path) != nil else {
            if change.kind == .changed { reportMisnamed(path) } else { problems[path] = [] }
            return nil
        }
        if !sources.isReadForNames(source.module) { pass.report.changedSources += 1 }
        if change.kind == .removed {
            guard !fileSystem.isMissing(change.path) else {
                forget(path, &pass)
                return nil
            }
            // A file that is back by now is read: its mock must not depend on another change that reports it.
            sources.contradicted.insert(path)
        }
        if fileSystem.isLink(change.path) { sources.links[path] = fileSystem.signature(of: change.path) }
        return source
    }

    // MARK: Between passes

    /// Restores what the last run knew. It reads nothing of the project, so it can run while the watcher starts.
    package mutating func restore() {
        guard !startup.isRestored else { return }
        startup.isRestored = true
        restoreCache()
    }

    /// Writes to the cache what could wait so far. Call it when no more changes come.
    package mutating func rememberTouched() {
        var cacheChanges = EngineCache.Changes()
        swap(&cacheChanges.touchedSources, &sources.touched)
        remember(cacheChanges, atOnce: true)
    }

    /// Prepares the tables that the first edit would otherwise wait for.
    package mutating func prepareForEdits() {
        outputs.prepareDependents()
        sources.index.prepare()
        prepareLayout()
        removeTemporaryFiles()
    }

    var workers: WorkerThreads { WorkerThreads(count: parallelism) }

    func isOutput(_ path: DiskPath) -> Bool {
        outputs[path] != nil || outputs.seamFiles[path]?.isForeign == false || sources.membership.isOutputPath(path)
    }
}
