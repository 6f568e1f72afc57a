internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The one task that owns the engine: performs the jobs of the queue in order, and publishes their results.
struct EngineLoop: ~Copyable {
    var engine: Engine
    let context: DaemonContext
    private var breaker = LoopBreaker()
    /// The cookie after which the watcher has reported everything that the engine may have seen by itself; nil if the
    /// watcher knows all of that.
    private var fence: UInt64?
    /// True if the watcher has reported changes since then.
    private var hasChangedSinceFence = false
    /// Above this number, changed sources and unchanged outputs are announced by their batch only, and written outputs
    /// without their hashes.
    private static let manyFiles = 100
    /// The number of retries in a row that left an output unwritten.
    var fruitlessRetries = 0
    /// The files that the last description of the project rests on, even if that was rejected.
    var evidence: DescriptionEvidence
    /// The problems that were printed last, if they are printed for an editor.
    private var shownProblems: [Diagnostic]?
    var hold = Hold()
    /// True if a job has done something since all work was last reported to be done. A check that ends later may be the
    /// one to report it.
    private var isUnsettled = false

    init(_ context: DaemonContext, project: Project) {
        self.context = context
        engine = context.makeEngine(project)
        evidence = project.evidence
        context.watcher.leaveOut(project.unwatchedFolders)
        context.board.update { board in
            board.project = project
            board.evidence = project.evidence
        }
    }

    mutating func run(_ jobs: AsyncStream<Job>) async {
        // Meanwhile the watcher scans the project.
        engine.restore()
        for await job in jobs {
            let before = context.board.current.generation
            noticeLeases()
            job.perform(&self)
            showProblems()
            let (isIdle, after) = context.board.update { board in
                board.pending -= 1
                return (board.pending == 0, board.generation)
            }
            let isSettled = isIdle && hold.work.isEmpty && !context.progress.isStopping
            if !job.isRoutine || after != before { isUnsettled = true }
            if isSettled, isUnsettled {
                isUnsettled = false
                context.publish(.settled)
            }
        }
        engine.rememberTouched()
    }

    /// Prints the problems for an editor, or writes its file, if they have changed. A check after each job misses no
    /// cause.
    private mutating func showProblems() {
        guard context.reporter.printsProblems || context.options.locations != nil else { return }
        let board = context.board.current
        let problems = (board.rejections + board.diagnostics + board.unwritten).sorted()
        guard board.isReady, problems != shownProblems else { return }
        shownProblems = problems
        if let file = context.options.locations { write(problems, to: file) }
        if context.reporter.printsProblems { context.reporter.problems(problems) }
    }

    /// Writes a line for each problem, as bacon's plugins for vim, neovim and helix read them.
    private func write(_ problems: [Diagnostic], to file: FilePath) {
        let lines = problems.map { problem in
            let (line, column) = problem.position.map { ($0.line, $0.column) } ?? (1, 1)
            return
                "\(problem.severity.rawValue) \(problem.path.escapingControls):\(line):\(column) \(problem.message)\n"
        }
        do throws(FileSystemError) {
            try LocalFileSystem().replace(file, with: Array(lines.joined().utf8))
        } catch {
            context.reporter.warning("the locations cannot be written: \(error)")
        }
    }

    /// Brings the mocks up to date with the files of now: empty sources count as meant, and failed outputs are tried at
    /// once.
    ///
    /// - Returns: The lease that holds this back.
    mutating func completeSync() -> Lease? {
        if let lease = hold.leases.first { return lease }
        acceptEmptiedSources(patient: false)
        if !context.board.current.failures.isEmpty { retry() }
        return nil
    }

    /// Describes the project again if it may have changed.
    mutating func describe() {
        if context.board.current.isReady { describeAgain() }
    }

    mutating func scanUnwatched() {
        guard context.board.current.isReady, !hold.isActive else { return }
        describeAgain()
        if engine.hasUnwatchedSources || engine.dependsOnCompiledModules { batch { $0.scanUnwatched() } }
    }

    /// - Parameter patient: True if sources that were emptied since the last time may be filled again in a moment.
    mutating func acceptEmptiedSources(patient: Bool) {
        guard engine.hasEmptiedSources, context.board.current.isReady, !hold.isActive else { return }
        batch { $0.acceptEmptiedSources(patient: patient) }
    }

    // MARK: The watcher

    mutating func handle(_ event: FileWatcher.Event) {
        switch event {
        case .started(let tree):
            // The project was described before the watcher saw its files.
            describeAgain()
            // After an earlier request the engine has scanned by itself, and later than the watcher did.
            let isReady = context.board.current.isReady
            refresh(isReady ? nil : tree, because: isReady ? .rescan : .start)
            context.rescans.finish(changed: 0)
        case .changes(let changes, let since):
            hasChangedSinceFence = true
            apply(changes, since: since)
        case .synced(let id): reach(id)
        case .rescanned(let reason, let changed):
            announceRescan(reason, changed)
            describeAgain()
            // Events were lost. The engine may have read a source while it was missing, and the event of its return is
            // lost.
            refresh(because: .rescan)
            context.rescans.finish(changed: changed)
        case .stateChanged(let state):
            changeState(state)
            // The watcher reports files, and not that a folder has become readable.
            if engine.awaitsPermission, context.board.current.isReady { batch { engine in engine.apply([]) } }
        case .warning(let text): context.reporter.warning(text)
        }
    }

    mutating func apply(_ changes: [FileChange], since: SuspendingClock.Instant) {
        // A change of a known source adds or removes no folder.
        if changes.contains(where: { $0.kind == .removed || !engine.knows($0.path) }) { describeAgain() }
        if !changes.isEmpty { batch(of: changes, since: since) { engine in engine.apply(changes) } }
    }

    /// - Parameter tree: The files that the watcher has just found.
    mutating func refresh(_ tree: TreeListing? = nil, because scan: BatchReport.Scan) {
        batch(scan: scan) { engine in engine.refresh(tree) }
    }

    /// Waits for the watcher to catch up with the engine.
    private mutating func raiseFence() {
        fence = context.watcher.sync()
        hasChangedSinceFence = false
    }

    /// Raises a fence after a pass that may be ahead of the watcher. One that is waited for stands before the pass, so
    /// another will follow it; a new one for each pass would never be the last.
    private mutating func noteAhead() {
        guard engine.mayBeAheadOfWatcher else { return }
        if fence == nil { raiseFence() } else { hasChangedSinceFence = true }
    }

    private mutating func reach(_ id: UInt64) {
        let isFence = id == fence
        if fence != nil { catchUp(isFence: isFence) }
        if isFence { return }
        if let lease = hold.leases.first { return context.syncs.holdBack(id, by: lease) }
        // The watcher has reported everything in its tree; sources outside of it are compared here.
        scanUnwatched()
        context.syncs.reach(id)
    }

    /// Finds the changes that the watcher may never have known: a file that came and went between the engine's reading
    /// and the watcher's, or a mock that was written and deleted before the watcher had listed its new folder.
    ///
    /// - Parameter isFence: True if the watcher has reported everything that the engine had seen.
    private mutating func catchUp(isFence: Bool) {
        let changes = engine.unreportedChanges()
        // While files come and go, a file that is there now may be there for a moment only.
        let isQuiet = isFence && !hasChangedSinceFence
        if isQuiet {
            fence = nil
            engine.wasCaughtUpByWatcher()
        }
        if !changes.isEmpty { apply(changes, since: .now) }
        if isFence, !isQuiet { raiseFence() }
    }

    private func announceRescan(_ reason: String, _ changed: Int) {
        if reason == "overflow" { context.publish(.overflow) }
        let status = context.watcher.status()
        let duration = status.lastRecrawl?.duration ?? .zero
        context.publish(.rescan(reason: reason, files: status.files, changed: changed, ms: duration.milliseconds))
    }

    // MARK: Batches

    /// Does a pass of the engine and publishes its results, or postpones it while there is a lease.
    ///
    /// - Parameters:
    ///   - changes: The changes that led to the batch, as far as the watcher reported them.
    ///   - since: The time of their first event.
    ///   - scan: The cause, if the batch scans everything.
    mutating func batch(
        of changes: [FileChange] = [], since: SuspendingClock.Instant? = nil, scan: BatchReport.Scan? = nil,
        _ work: (inout Engine) -> EngineReport
    ) {
        if hold.isActive { return postpone(changes, since: since, scan: scan) }
        if scan != nil { dropPostponedWork() }
        let start = ContinuousClock.now
        let before = context.board.current
        engine.policy.leftAlone = breaker.tripped
        let report = work(&engine)
        noteAhead()
        // The mocks that a stop has left out are as they were, and so are the problems that are known.
        if context.progress.isStopping {
            announceOutputs(report)
            if !report.failures.isEmpty { reportFailures(report.failures, before: before.failures) }
            return
        }
        let counts = engine.counts
        let hasUnwatchedInputs =
            engine.hasUnwatchedSources || engine.dependsOnCompiledModules || engine.hasEmptiedSources
        context.board.update { board in
            board.hasUnwatchedInputs = hasUnwatchedInputs
            board.cacheHits += max(0, (scan != nil ? counts.sources : report.work.read) - report.work.parsed)
            board.cacheMisses += report.work.parsed
        }
        // The echo of our own writes is not reported, unless it mended something.
        if report.isEcho, before.isReady, before.failures.isEmpty, report.diagnostics == before.diagnostics,
            counts.sources == before.files, engine.mockStates == before.mockStates
        {
            return
        }
        let now = ContinuousClock.now
        let duration = now - start
        context.publish(.batchStarted(files: report.changedSources))
        let batch = BatchReport(
            files: report.changedSources, scan: scan, reparsed: report.work.parsed,
            written: report.writes.count, unchanged: report.unchanged, removed: report.removed.count,
            failed: report.failures.count, ms: duration.milliseconds,
            latencyMs: since.map { (SuspendingClock.now - $0).milliseconds })
        let states = (engine.outputStates, engine.mockStates)
        context.board.update { board in
            board.generation += 1
            board.lastBatch = batch
            board.files = counts.sources
            board.mocks = counts.mocks
            (board.outputStates, board.mockStates) = states
            board.updateDiagnostics(report.diagnostics)
            board.failures = report.failures
        }
        if changes.count <= Self.manyFiles {
            for change in changes where engine.isSource(change.path) {
                context.publish(.inputChanged(path: engine.project.displayPath(of: change.path)))
            }
        }
        announce(report, batch, names(of: changes, report), before)
        runCommand(after: changes, report)
        if breaker.note(written: report.written, isAsked: report.changedSources > 0, at: now) {
            announceLoops(breaker.tripped)
        }
        if !before.isReady { becomeReady(after: duration) }
        showFirstStep(report, before)
        let summary = context.board.current.summary
        if before.isReady, summary != before.summary { context.notifier.status(summary) }
        engine.prepareForEdits()
        if scan != nil || changes.count > Self.manyFiles { ProcessMemory.trim() }
        if !before.isReady { ProcessMemory.forgetCode() }
    }

    private func becomeReady(after duration: Duration) {
        let snapshot = context.board.update { board in
            board.isReady = true
            // The watcher began to watch before it asked for the scan.
            if board.watching == .starting { board.watching = .ready }
            return board
        }
        context.publish(.stateChanged(to: snapshot.state, reasons: snapshot.reasons))
        context.reporter.details(of: engine.project)
        context.reporter.ready(
            after: duration, files: snapshot.files, mocks: snapshot.mocks, errors: snapshot.errorCount)
        context.notifier.ready(snapshot.summary)
    }

    /// Shows the first step once for as long as it is left.
    private func showFirstStep(_ report: EngineReport, _ before: StatusBoard.Snapshot) {
        let step = engine.firstStep(after: report)
        context.board.update { $0.firstStep = step }
        if let step, before.firstStep == nil { context.reporter.firstStep(step) }
    }

    private func names(of changes: [FileChange], _ report: EngineReport) -> BatchNames {
        var names = BatchNames()
        if changes.count <= Self.manyFiles {
            let sources = Set(changes.map(\.path).filter(engine.isSource))
            names.sources = sources.map { engine.project.displayPath(of: $0) }
            // Without changes of sources, as at a start, the written files tell what changed.
            if sources.isEmpty {
                names.sources = Array(Set(report.writes.map { $0.cause ?? engine.project.displayPath(of: $0.path) }))
            }
        }
        if let description = report.changedDescription { names.sources = [description] }
        names.written = report.written.flatMap(engine.mocks)
        let held = Set(names.written)
        names.dropped = report.writes.flatMap(\.droppedMocks).filter { !held.contains($0) }
        if names.written.isEmpty {
            names.written = report.written.filter(engine.isMatcherFile).compactMap { $0.lastComponent?.string }
        }
        // A seam is production code: users have to know which file to commit.
        names.written += report.written.filter(engine.isSeamFile).compactMap { $0.lastComponent?.string }
        names.removed = report.removed.map { $0.lastComponent?.string ?? $0.string }
        return names
    }

    private func announceOutputs(_ report: EngineReport) {
        let isFew = report.writes.count + report.rerendered.count <= Self.manyFiles
        for write in report.writes {
            let path = engine.project.displayPath(of: write.path)
            context.publish(
                .outputWritten(path: path, sha256: isFew ? write.path.sha256 : nil, reason: write.reason))
            context.reporter.wrote(path)
        }
        for path in isFew ? report.rerendered : [] {
            context.publish(.outputUnchanged(path: engine.project.displayPath(of: path)))
        }
        for path in report.removed {
            let path = engine.project.displayPath(of: path)
            context.publish(.outputRemoved(path: path, reason: "no mocks left"))
            context.reporter.removed(path)
        }
        for drift in report.drifted where drift.state == .conflict || drift.state == .edited {
            context.publish(
                .outputConflict(path: engine.project.displayPath(of: drift.path), message: drift.state.rawValue))
        }
    }

    private func announce(
        _ report: EngineReport, _ batch: BatchReport, _ names: BatchNames, _ before: StatusBoard.Snapshot
    ) {
        announceOutputs(report)
        reportFailures(report.failures, before: before.failures)
        // Comparing thousands of warnings at every save would be too slow.
        let known = report.diagnostics == before.diagnostics ? nil : Set(before.diagnostics)
        let fresh = known.map { known in
            report.diagnostics.filter { !known.contains($0) && $0.severity == .error }
        }
        for (path, diagnostics) in Dictionary(grouping: fresh ?? [], by: \.path).sorted(by: { $0.key < $1.key }) {
            context.publish(.inputFailed(path: path, diagnostics: diagnostics.map(context.board.current.reported)))
        }
        context.publish(.batchFinished(batch))
        context.reporter.diagnostics(report.diagnostics, before: before.diagnostics)
        guard before.isReady else { return context.reporter.firstBatch(batch, names) }
        let errors = report.diagnostics.count { $0.severity == .error }
        context.reporter.batch(batch, names, errors: errors, hasNewErrors: !(fresh ?? []).isEmpty)
    }

    // MARK: Requests

    mutating func forgetLoops() {
        breaker.reset()
        announceLoops([])
    }
}
