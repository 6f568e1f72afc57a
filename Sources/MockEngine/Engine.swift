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
    /// How many threads read, parse, render and write side by side.
    package var parallelism: Int
    package let progress: EngineProgress
    let fileSystem: any FileSystem
    /// What compiled modules declare; `nil` where nobody shall look.
    let interfaces: ModuleInterfaces?
    let cache: EngineCache?

    var index: DeclarationIndex
    var memory = DigestMemory()
    var membership: ModuleMembership
    var layout = OutputLayout()
    var outputs: [DiskPath: OutputRecord] = [:]
    var dependents = Dependents()
    /// What is wrong, by the file it concerns; only files with something wrong have an entry.
    var problems: [DiskPath: [Diagnostic]] = [:] {
        didSet { sortedDiagnostics = nil }
    }
    private var sortedDiagnostics: [Diagnostic]?
    /// Outputs whose last write failed.
    var failedOutputs: Set<DiskPath> = []
    /// Outputs that nothing asks for any more, and that stay until their source can be understood again.
    var keptOrphans: Set<DiskPath> = []
    /// Sources that were broken when they were first seen.
    var unknownSources: Set<DiskPath> = []
    private var mockCount = 0
    /// Outputs of the project as it was described before; those that are none any more go with the next refresh.
    private var abandoned: Set<DiskPath> = []
    private var isRestored = false
    /// Whether an output without content is what a power cut left behind. Later it is somebody who is about to save.
    private(set) var mayFindTornOutputs = true
    /// The modules whose sources are known.
    var scannedModules: Set<Int> = []

    package init(
        project: Project, policy: OutputPolicy = OutputPolicy(), parallelism: Int = 8, cache: EngineCache? = nil,
        interfaces: ModuleInterfaces? = nil, progress: EngineProgress = EngineProgress(),
        fileSystem: (any FileSystem)? = nil
    ) {
        self.project = project
        self.policy = policy
        self.parallelism = max(1, parallelism)
        self.cache = cache
        self.interfaces = interfaces
        self.progress = progress
        self.fileSystem = fileSystem ?? LocalFileSystem(root: project.root)
        index = DeclarationIndex(project: project)
        membership = ModuleMembership(project)
    }

    /// Takes the place of an engine whose project was described differently: what that one wrote and this one does not
    /// is removed by the next ``refresh()``, as far as nobody edited it.
    package mutating func replaces(_ earlier: Engine) {
        abandoned = Set(earlier.outputs.keys)
        mayFindTornOutputs = false
    }

    var sources: [DiskPath: SourceRecord] {
        get { index.sources }
        _modify { yield &index.sources }
    }

    var workers: WorkerThreads { WorkerThreads(count: parallelism) }

    /// Looks at everything: the first scan, and what is left to do when changes may have been missed.
    package mutating func refresh() async -> EngineReport {
        var pass = Pass()
        pass.looksAtEveryOutput = true
        swap(&pass.touchedOutputs, &abandoned)
        if !isRestored {
            isRestored = true
            if policy.writes { removeLeftOvers() }
            restore(&pass)
        }
        let known = scannedModules
        scannedModules = []
        scanImportedModules(&pass)
        scannedModules.formUnion(known)
        forgetInactiveModules(&pass)
        if progress.isStopping { return pass.report }
        reportUnreadable(pass)
        pass.report.changedSources = pass.report.work.read
        defer { mayFindTornOutputs = false }
        return finish(&pass)
    }

    /// Looks at the files that changed and at whatever depends on them.
    package mutating func apply(_ changes: [FileChange]) -> EngineReport {
        var pass = Pass()
        var changed: [Source] = []
        for change in changes {
            let path = DiskPath(change.path)
            if isOutput(path) {
                pass.touchedOutputs.insert(path)
            } else if let source = source(at: path) {
                guard String(validating: change.path) != nil else {
                    if change.kind == .changed { reportMisnamed(path) } else { problems[path] = nil }
                    continue
                }
                pass.report.changedSources += 1
                switch change.kind {
                case .changed: changed.append(source)
                case .removed: forget(path, &pass)
                }
            }
        }
        load(changed, &pass)
        scanImportedModules(&pass)
        return finish(&pass)
    }

    /// Does now what the first edit would otherwise have to wait for.
    package mutating func prepareForEdits() { dependents.prepare(outputs) }

    /// Every output file, in the order of their paths.
    package var outputSummaries: [OutputSummary] {
        outputs.sorted { $0.key < $1.key }.map { path, record in
            OutputSummary(
                path: path.filePath, displayPath: project.displayPath(of: path), state: record.state,
                sources: record.sources.map(project.displayPath), types: record.types)
        }
    }

    /// The files that are known, some of which may be gone by now.
    package var sourcePaths: [FilePath] { sources.keys.map(\.filePath) }

    /// Every source that is read, in the order of the paths.
    package var inputSummaries: [InputSummary] {
        sources.sorted { $0.key < $1.key }.map { path, record in
            let mocked = index.located(in: path).filter { $0.mockName != nil }
            return InputSummary(
                displayPath: project.displayPath(of: path), module: project.modules[record.module].name,
                isBroken: record.isBroken, mockedTypes: mocked.map(\.declaration.qualifiedName),
                diagnostics: problems[path] ?? [])
        }
    }

    /// What the project consists of at the moment.
    package var counts: (sources: Int, mocks: Int) { (sources.count, mockCount) }

    /// How many outputs are in which state.
    package private(set) var outputStates: [OutputState: Int] = [:]
    /// How many mocks are; an output that holds none yet counts as one, or what is wrong with it would not show.
    package private(set) var mockStates: [OutputState: Int] = [:]

    // MARK: The end of a pass

    /// What a pass has found out so far.
    struct Pass {
        var report = EngineReport()
        /// The names whose answers changed, with the source that changed them.
        var changedNames: [NameKey: DiskPath] = [:]
        /// Sources whose declarations changed.
        var touchedSources: Set<DiskPath> = []
        /// Where the mocks were of sources that are gone.
        var abandoned: [DiskPath: DiskPath] = [:]
        /// Names that fewer sources have than before.
        var regrouped: Set<OutputLayout.Group> = []
        var touchedOutputs: Set<DiskPath> = []
        var looksAtEveryOutput = false
        var unreadableFolders: [FileSystemError] = []
        /// What the cache has to be told.
        var news = EngineCache.News()

        mutating func note(_ names: Set<NameKey>, from path: DiskPath) {
            for name in names { changedNames[name] = path }
        }
    }

    private mutating func finish(_ pass: inout Pass) -> EngineReport {
        if progress.isStopping { return pass.report }
        var stale = arrangeOutputs(&pass)
        if !pass.changedNames.isEmpty { addDependents(of: pass.changedNames, to: &stale) }
        addOutputsOfChangedModules(to: &stale)
        var unsettled = pass.looksAtEveryOutput ? Set(outputs.keys) : pass.touchedOutputs.union(failedOutputs)
        unsettled.formUnion(stale.keys)
        settle(unsettled.filter { outputs[$0] != nil }.sorted(), stale, &pass)
        removeOrphans(&pass)
        if policy.writes, !progress.isStopping { remember(pass.news) }
        pass.report.diagnostics = currentDiagnostics()
        return pass.report
    }

    /// Takes over a new state of an output, or its end.
    mutating func setOutput(_ path: DiskPath, _ record: OutputRecord?) {
        let old = outputs[path]
        outputs[path] = record
        if let old {
            outputStates[old.state, default: 0] -= 1
            mockStates[old.state, default: 0] -= max(1, old.types.count)
        }
        if let record {
            outputStates[record.state, default: 0] += 1
            mockStates[record.state, default: 0] += max(1, record.types.count)
        }
        mockCount += (record?.mockCount ?? 0) - (old?.mockCount ?? 0)
        dependents.replace(old?.dependencies ?? [], with: record?.dependencies ?? [], of: path)
        if record?.state == .failed { failedOutputs.insert(path) } else { failedOutputs.remove(path) }
    }

    /// What lies below a folder that cannot be listed is not gone, only out of sight.
    func isOutOfSight(_ path: DiskPath, _ pass: Pass) -> Bool {
        pass.unreadableFolders.contains { error in
            path.isInside(DiskPath(error.path)) && error.errno != .noSuchFileOrDirectory
        }
    }

    private mutating func reportUnreadable(_ pass: Pass) {
        for error in pass.unreadableFolders {
            problems[DiskPath(error.path)] = [
                Diagnostic(
                    path: project.displayPath(of: error.path), position: nil, severity: .error,
                    message: "cannot list the folder: \(error.errno); its mocks stay as they are", code: "unreadable")
            ]
        }
    }

    private mutating func currentDiagnostics() -> [Diagnostic] {
        if let sortedDiagnostics { return sortedDiagnostics }
        let sorted = (project.notes + problems.values.flatMap(\.self)).sorted {
            ($0.path, $0.position ?? SourcePosition(line: 0, column: 0), $0.message)
                < ($1.path, $1.position ?? SourcePosition(line: 0, column: 0), $1.message)
        }
        sortedDiagnostics = sorted
        return sorted
    }
}
