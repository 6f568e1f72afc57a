internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import Glibc
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The one task that owns the engine: takes jobs from the queue, in order, and tells everybody what came of them.
struct EngineLoop: ~Copyable {
    private var engine: Engine
    private let context: DaemonContext
    private var breaker = LoopBreaker()
    /// Reached when the watcher has looked at everything that the engine may have seen when it looked by itself.
    private var fence: UInt64?

    init(_ context: DaemonContext, project: Project) {
        self.context = context
        engine = Engine(project: project, parallelism: context.parallelism)
    }

    mutating func run(_ jobs: AsyncStream<Job>) async {
        for await job in jobs {
            await perform(job)
            let isIdle = context.board.update { board in
                board.pending -= 1
                return board.pending == 0
            }
            if isIdle { context.publish(.settled) }
        }
    }

    private mutating func perform(_ job: Job) async {
        switch job {
        case .watched(let event): await handle(event)
        case .generate(let request, let answer): answer.resume(returning: await generate(request))
        case .explain(let question, let answer): answer.resume(returning: explain(question))
        case .reload: await reload(reason: "SIGHUP")
        }
    }

    // MARK: The watcher

    private mutating func handle(_ event: FileWatcher.Event) async {
        switch event {
        case .started: await refresh()
        case .changes(let changes): await apply(changes)
        case .synced(let id): await reach(id)
        case .rescanned(let reason, let changed): announceRescan(reason, changed)
        case .stateChanged(let state): changeState(state)
        case .warning(let text): context.reporter.warning(text)
        }
    }

    private mutating func apply(_ changes: [FileChange]) async {
        if changes.contains(where: { engine.project.configurationFiles.contains($0.path) }) {
            await reload(reason: "configuration changed")
        }
        let changes = changes.filter { !breaker.tripped.contains($0.path) }
        if !changes.isEmpty { await batch { engine in engine.apply(changes) } }
    }

    private mutating func refresh() async {
        await batch { engine in await engine.refresh() }
        fence = context.watcher.sync()
    }

    private mutating func reach(_ id: UInt64) async {
        guard id == fence else { return context.syncs.reach(id) }
        // A file that came and went while the engine looked is one that the watcher may never have known.
        let gone = engine.sourcePaths.filter { path in path.withPlatformString { access($0, F_OK) } != 0 }
        if !gone.isEmpty { await apply(gone.map { FileChange(path: $0, kind: .removed) }) }
    }

    private func announceRescan(_ reason: String, _ changed: Int) {
        if reason == "overflow" { context.publish(.overflow) }
        let status = context.watcher.status()
        let duration = status.lastRecrawl?.duration ?? .zero
        context.publish(.rescan(reason: reason, files: status.files, changed: changed, ms: duration.milliseconds))
    }

    private func changeState(_ state: WatchState) {
        updateState { (board) in (board.watching, board.watchReason) = state.reported }
    }

    /// Changes what the state is made of, and says so if another one comes of it.
    private func updateState(_ change: (inout StatusBoard.Snapshot) -> Void) {
        let (before, after) = context.board.update { board in
            let before = board
            change(&board)
            return (before, board)
        }
        guard before.state != after.state || before.reasons != after.reasons else { return }
        context.publish(.stateChanged(to: after.state, reasons: after.reasons))
        context.reporter.reasons(after.reasons.filter { !before.reasons.contains($0) })
    }

    // MARK: Batches

    private mutating func batch(_ work: (inout Engine) async -> EngineReport) async {
        let start = ContinuousClock.now
        let before = context.board.current
        let report = await work(&engine)
        let counts = engine.counts
        // The echo of our own writes is no news, unless it put right what was wrong.
        if report.isEcho, before.isReady, report.diagnostics == before.diagnostics, counts.sources == before.files {
            return
        }
        let now = ContinuousClock.now
        let duration = now - start
        context.publish(.batchStarted(files: report.changedSources))
        let batch = BatchReport(
            files: report.changedSources, reparsed: report.work.parsed,
            written: report.written.count, unchanged: report.unchanged, removed: report.removed.count,
            failed: report.failures.count, ms: duration.milliseconds)
        let summaries = engine.outputSummaries
        context.board.update { board in
            board.generation += 1
            board.lastBatch = batch
            board.files = counts.sources
            board.mocks = counts.mocks
            board.outputs = summaries
            board.diagnostics = report.diagnostics
        }
        announce(report, batch, before)
        if breaker.note(written: report.written, isAsked: report.changedSources > 0, at: now) { announceLoops() }
        if !before.isReady { becomeReady(after: duration) }
    }

    private func announceLoops() {
        let paths = breaker.tripped.map { engine.project.displayPath(of: $0) }.sorted()
        let others = paths.count > 1 ? " and \(paths.count - 1) more" : ""
        updateState { board in
            board.loopReason = paths.first.map { path in
                Status.Reason(
                    code: "output-looping",
                    message:
                        "\(path)\(others) was written again and again because somebody undoes it; it is left alone now",
                    fix: "stop what changes it, then run: mockctl generate")
            }
        }
    }

    private func becomeReady(after duration: Duration) {
        let snapshot = context.board.update { board in
            board.isReady = true
            // It began to watch before it told us to look.
            if board.watching == .starting { board.watching = .ready }
            return board
        }
        context.publish(.stateChanged(to: snapshot.state, reasons: snapshot.reasons))
        context.reporter.ready(after: duration, files: snapshot.files, mocks: snapshot.mocks)
        context.notifier.ready("watching \(snapshot.files) files, \(snapshot.mocks) mocks")
    }

    private func announce(_ report: EngineReport, _ batch: BatchReport, _ before: StatusBoard.Snapshot) {
        for path in report.written {
            context.publish(
                .outputWritten(path: engine.project.displayPath(of: path), sha256: nil, reason: "source changed"))
        }
        for path in report.removed {
            context.publish(.outputRemoved(path: engine.project.displayPath(of: path), reason: "no mocks left"))
        }
        for drift in report.drifted where drift.state == .conflict || drift.state == .edited {
            context.publish(
                .outputConflict(path: engine.project.displayPath(of: drift.path), message: drift.state.rawValue))
        }
        for failure in report.failures { context.reporter.failure("\(failure)") }
        let known = Set(before.diagnostics)
        let fresh = report.diagnostics.filter { !known.contains($0) && $0.severity == .error }
        for (path, diagnostics) in Dictionary(grouping: fresh, by: \.path).sorted(by: { $0.key < $1.key }) {
            context.publish(.inputFailed(path: path, diagnostics: diagnostics.map(ReportedDiagnostic.init)))
        }
        context.publish(.batchFinished(batch))
        context.reporter.diagnostics(report.diagnostics, before: before.diagnostics)
        if before.isReady { context.reporter.batch(batch) }
    }

    // MARK: Requests

    private mutating func generate(_ request: GenerateRequest) async -> GenerateAnswer {
        let start = ContinuousClock.now
        engine.policy.overwritesEdited = request.force == true
        breaker.reset()
        announceLoops()
        var answer: [GenerateAnswer.Output] = []
        await batch { [project = engine.project] engine in
            let report = await engine.refresh()
            answer += report.written.map { .init(path: project.displayPath(of: $0), result: "written") }
            answer += report.removed.map { .init(path: project.displayPath(of: $0), result: "removed") }
            answer += report.drifted.map { .init(path: project.displayPath(of: $0.path), result: $0.state.rawValue) }
            answer += report.failures.map { .init(path: project.displayPath(of: $0.path), result: "failed") }
            return report
        }
        engine.policy.overwritesEdited = false
        fence = context.watcher.sync()
        return GenerateAnswer(outputs: answer, ms: (ContinuousClock.now - start).milliseconds)
    }

    private func explain(_ question: String) -> Explanation? {
        engine.explain(question).map { found in
            Explanation(
                subject: found.name, kind: found.subject.rawValue, summary: found.summary, source: found.source,
                output: found.output, details: found.details, dependsOn: found.dependsOn)
        }
    }

    /// A configuration that is wrong changes nothing: the one that worked stays until it is mended.
    private mutating func reload(reason: String) async {
        context.notifier.reloading()
        defer { context.notifier.ready("configuration reloaded") }
        let project: Project
        do {
            project = try discoverProject(root: engine.project.root, configuration: context.configuration)
        } catch {
            context.reporter.failure("\(error)")
            context.reporter.console.error("the configuration from before stays in force")
            context.board.update {
                $0.configurationReason = Status.Reason(
                    code: "configuration-invalid", message: "\(error)", fix: "mend the file and save it")
            }
            return
        }
        updateState { $0.configurationReason = nil }
        guard project != engine.project else { return }
        context.publish(.configReloaded(changed: [reason]))
        engine = Engine(project: project, parallelism: context.parallelism)
        await refresh()
    }
}

extension WatchState {
    /// The daemon's word for the watcher's state, and why it is not simply ready.
    fileprivate var reported: (DaemonState, Status.Reason?) {
        switch self {
        case .starting: (.starting, nil)
        case .watching: (.ready, nil)
        case .deferred: (.deferredByVCS, nil)
        case .recrawling: (.scanning, nil)
        case .waitingForRoot:
            (
                .waitingForRoot,
                Status.Reason(code: "root-missing", message: "the root is gone", fix: "the mocks stay until it is back")
            )
        case .degraded(let degradation):
            (.degraded, Status.Reason(code: degradation.code, message: degradation.message, fix: degradation.fix))
        }
    }
}

extension ReportedDiagnostic {
    init(_ diagnostic: Diagnostic) {
        self.init(
            file: diagnostic.path, line: diagnostic.position?.line, column: diagnostic.position?.column,
            severity: diagnostic.severity.rawValue, code: diagnostic.code, message: diagnostic.message)
    }
}
