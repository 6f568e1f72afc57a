package import MockModel
internal import MockGeneration
internal import MockParsing
package import SystemPackage

/// Brings the generated files up to date after a set of changes.
///
/// One value, used by one task; `mockd watch` and `mockd generate` run the same code over the same state. A pass goes
///
///     FileChange ─load─▶ bytes ─parse─▶ ParsedFile ─resolve─▶ ResolvedType ─render─▶ text ─write─▶ disk
///
/// and stops at the first stage whose result is equal to the last one: an edit that no mock can notice costs a read and
/// a hash. What a mock depends on is the set of names that its resolution looked up, found or not; a file's change is
/// the set of names whose declarations differ.
package struct Engine {
    package let project: Project
    package var policy: OutputPolicy
    /// How many files are read and parsed side by side.
    package var parallelism: Int
    package let progress: EngineProgress
    let fileSystem: any FileSystem
    /// What compiled modules declare; `nil` where nobody shall look.
    let interfaces: ModuleInterfaces?

    var sources: [FilePath: SourceRecord] = [:]
    /// Modules whose sources are read: those with mocks, and of the others those that a source with mocks imports.
    var activeModules: Set<Int>
    var index = DeclarationIndex()
    var outputs: [FilePath: OutputRecord] = [:]
    /// The outputs that asked for a name, found or not.
    var dependents: [String: Set<FilePath>] = [:]
    /// Outputs of the project as it was described before; those that are none any more go with the next refresh.
    private var abandoned: Set<FilePath> = []
    /// What is wrong, by the file it concerns; only files with something wrong have an entry.
    var problems: [FilePath: [Diagnostic]] = [:]

    package init(
        project: Project, policy: OutputPolicy = OutputPolicy(), parallelism: Int = 8,
        interfaces: ModuleInterfaces? = nil, progress: EngineProgress = EngineProgress(),
        fileSystem: any FileSystem = LocalFileSystem()
    ) {
        self.project = project
        self.policy = policy
        self.parallelism = max(1, parallelism)
        self.progress = progress
        self.interfaces = interfaces
        self.fileSystem = fileSystem
        activeModules = Set(project.modules.indices.filter { project.modules[$0].output != nil })
    }

    /// Takes the place of an engine whose project was described differently: what that one wrote and this one does not
    /// is removed by the next ``refresh()``, as far as nobody edited it.
    package mutating func replaces(_ earlier: Engine) { abandoned = Set(earlier.outputs.keys) }

    /// Looks at everything: the first scan, and what is left to do when changes may have been missed.
    package mutating func refresh() async -> EngineReport {
        var pass = Pass()
        pass.looksAtEveryOutput = true
        swap(&pass.touchedOutputs, &abandoned)
        var found = findSources(in: activeModules, &pass)
        for path in Set(sources.keys).subtracting(found.map(\.path)) where !isUnreadable(path, pass) {
            forget(path, &pass)
        }
        while !found.isEmpty {
            for loaded in await load(found) { take(loaded, &pass) }
            found = findSources(in: activateImportedModules(), &pass)
        }
        if progress.isStopping { return pass.report }
        reportUnreadable(pass)
        pass.report.changedSources = pass.report.work.read
        return finish(&pass)
    }

    /// Looks at the files that changed and at whatever depends on them.
    package mutating func apply(_ changes: [FileChange]) -> EngineReport {
        var pass = Pass()
        for change in changes {
            if isOutput(change.path) {
                pass.touchedOutputs.insert(change.path)
            } else if let source = source(at: change.path) {
                pass.report.changedSources += 1
                switch change.kind {
                case .changed: take(Self.load(source, fileSystem, known: sources[source.path]), &pass)
                case .removed: forget(source.path, &pass)
                }
            }
        }
        loadImportedModules(&pass)
        return finish(&pass)
    }

    /// Every output file, in the order of their paths.
    package var outputSummaries: [OutputSummary] {
        outputs.sorted { $0.key.string < $1.key.string }.map { path, record in
            OutputSummary(
                path: path, displayPath: project.displayPath(of: path), state: record.state,
                sources: record.sources.compactMap { sources[$0]?.displayPath },
                types: record.resolved.map(\.declaration.qualifiedName))
        }
    }

    /// Every source that is read, in the order of the paths.
    package var inputSummaries: [InputSummary] {
        sources.sorted { $0.key.string < $1.key.string }.map { path, record in
            InputSummary(
                displayPath: record.displayPath, module: project.modules[record.module].name,
                isBroken: record.isBroken,
                mockedTypes: located(record).filter { $0.mockName != nil }.map(\.declaration.qualifiedName),
                diagnostics: problems[path] ?? [])
        }
    }

    /// What the project consists of at the moment.
    package var counts: (sources: Int, mocks: Int) {
        (sources.count, outputs.values.reduce(0) { $0 + $1.mockCount })
    }

    // MARK: The end of a pass

    /// What a pass has found out so far.
    struct Pass {
        var report = EngineReport()
        var changedNames: Set<String> = []
        var touchedSources: Set<FilePath> = []
        var touchedOutputs: Set<FilePath> = []
        var looksAtEveryOutput = false
        var unreadableFolders: [FileSystemError] = []
    }

    private mutating func finish(_ pass: inout Pass) -> EngineReport {
        if progress.isStopping { return pass.report }
        var stale = layOutputs(&pass)
        for name in pass.changedNames { stale.formUnion(dependents[name] ?? []) }
        stale.formUnion(outputsOfChangedModules)
        for path in stale.sorted(by: { $0.string < $1.string }) where outputs[path] != nil && !progress.isStopping {
            regenerate(path, &pass)
        }
        let unwritten = pass.looksAtEveryOutput ? Set(outputs.keys) : pass.touchedOutputs.union(retriedOutputs)
        for path in unwritten.subtracting(stale).sorted(by: { $0.string < $1.string }) {
            write(path, &pass)
        }
        removeOrphans(&pass)
        pass.report.diagnostics = diagnostics
        return pass.report
    }

    /// A build may have put another module in the place of one that mocks depend on.
    private var outputsOfChangedModules: [FilePath] {
        guard let changed = interfaces?.forgetChanged(), !changed.isEmpty else { return [] }
        return outputs.lazy.filter { !$0.value.compiledModules.isDisjoint(with: changed) }.map(\.key)
    }

    /// What lies below a folder that cannot be listed is not gone, only out of sight.
    private func isUnreadable(_ path: FilePath, _ pass: Pass) -> Bool {
        pass.unreadableFolders.contains { path.starts(with: $0.path) && $0.errno != .noSuchFileOrDirectory }
    }

    private mutating func reportUnreadable(_ pass: Pass) {
        for error in pass.unreadableFolders {
            problems[error.path] = [
                Diagnostic(
                    path: project.displayPath(of: error.path), position: nil, severity: .error,
                    message: "cannot list the folder: \(error.errno); its mocks stay as they are", code: "unreadable")
            ]
        }
    }

    /// A write that failed is tried again at every opportunity: the disk may have space again.
    private var retriedOutputs: [FilePath] {
        outputs.lazy.filter { $0.value.state == .failed }.map(\.key)
    }

    private var diagnostics: [Diagnostic] {
        (project.notes + problems.values.flatMap(\.self)).sorted {
            ($0.path, $0.position ?? SourcePosition(line: 0, column: 0), $0.message)
                < ($1.path, $1.position ?? SourcePosition(line: 0, column: 0), $1.message)
        }
    }
}

/// One output file as it stands.
package struct OutputSummary: Hashable, Sendable {
    package var path: FilePath
    package var displayPath: String
    package var state: OutputState
    package var sources: [String]
    /// The types that it mocks.
    package var types: [String]
}

/// One source file as it stands.
package struct InputSummary: Hashable, Sendable {
    package var displayPath: String
    package var module: String
    /// It has syntax errors, and its last good declarations are used.
    package var isBroken: Bool
    package var mockedTypes: [String]
    package var diagnostics: [Diagnostic]
}

/// What may happen to files on disk.
package struct OutputPolicy: Hashable, Sendable {
    /// `false`: outputs are compared and reported only.
    package var writes: Bool
    /// Mocks that somebody changed by hand are overwritten, too.
    package var overwritesEdited: Bool

    package init(writes: Bool = true, overwritesEdited: Bool = false) {
        self.writes = writes
        self.overwritesEdited = overwritesEdited
    }
}
