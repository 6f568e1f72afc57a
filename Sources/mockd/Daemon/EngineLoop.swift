internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The one task that owns the engine: takes jobs from the queue, in order, and tells everybody what came of them.
struct EngineLoop: ~Copyable {
    private var engine: Engine
    private let context: DaemonContext

    init(_ context: DaemonContext, project: Project) {
        self.context = context
        engine = context.makeEngine(project)
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
        case .outputs(let answer): answer.resume(returning: engine.outputSummaries)
        case .reload: await reload(reason: "SIGHUP")
        }
    }

    // MARK: The watcher

    private mutating func handle(_ event: FileWatcher.Event) async {
        switch event {
        case .started: await refresh()
        case .changes(let changes): await apply(changes)
        case .synced(let id): context.syncs.reach(id)
        case .rescanned(let reason, let changed):
            context.publish(.rescan(reason: reason, files: context.watcher.status().files, changed: changed, ms: 0))
        case .stateChanged(let state): changeState(state)
        }
    }

    private mutating func apply(_ changes: [FileChange]) async {
        if changes.contains(where: { engine.project.configurationFiles.contains($0.path) }) {
            await reload(reason: "configuration changed")
        }
        await batch { engine in engine.apply(changes) }
    }

    private mutating func refresh() async {
        await batch { engine in await engine.refresh() }
    }

    private func changeState(_ state: WatchState) {
        let (reported, reason) = state.reported
        let reasons = [reason].compactMap(\.self)
        let news: DaemonState? = context.board.update { board in
            // A watcher that watches is ready; the daemon is when the mocks are there, too.
            let word = reported == .ready && !board.isReady ? .scanning : reported
            defer { (board.state, board.reasons) = (word, reasons) }
            return board.state != word || board.reasons != reasons ? word : nil
        }
        guard let news else { return }
        context.publish(.stateChanged(to: news, reasons: reasons))
        context.reporter.state(news, reasons)
    }

    // MARK: Batches

    private mutating func batch(_ work: (inout Engine) async -> EngineReport) async {
        let start = ContinuousClock.now
        let before = context.board.current
        let report = await work(&engine)
        if report.isEcho, before.isReady { return }
        let duration = ContinuousClock.now - start
        context.publish(.batchStarted(files: report.changedSources))
        let batch = BatchReport(
            files: report.changedSources, reparsed: report.work.parsed,
            written: report.written.count, unchanged: report.unchanged, removed: report.removed.count,
            failed: report.failures.count, ms: duration.milliseconds)
        let counts = engine.counts
        context.board.update { board in
            board.generation += 1
            board.lastBatch = batch
            board.files = counts.sources
            board.mocks = counts.mocks
            board.outputStates = engine.outputStates
            board.diagnostics = report.diagnostics
        }
        announce(report, batch, before)
        if !before.isReady { becomeReady(after: duration) }
        engine.prepareForEdits()
    }

    private func becomeReady(after duration: Duration) {
        let snapshot = context.board.update { board in
            board.isReady = true
            if board.state == .starting || board.state == .scanning { board.state = .ready }
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
        announceDiagnostics(report, before)
        context.publish(.batchFinished(batch))
        if before.isReady { context.reporter.batch(batch) }
    }

    private func announceDiagnostics(_ report: EngineReport, _ before: StatusBoard.Snapshot) {
        guard report.diagnostics != before.diagnostics else { return }
        let known = Set(before.diagnostics)
        let fresh = report.diagnostics.filter { !known.contains($0) && $0.severity == .error }
        for (path, diagnostics) in Dictionary(grouping: fresh, by: \.path).sorted(by: { $0.key < $1.key }) {
            context.publish(.inputFailed(path: path, diagnostics: diagnostics.map(ReportedDiagnostic.init)))
        }
        context.reporter.diagnostics(report.diagnostics, before: before.diagnostics)
    }

    // MARK: Requests

    private mutating func generate(_ request: GenerateRequest) async -> GenerateAnswer {
        let start = ContinuousClock.now
        engine.policy.overwritesEdited = request.force == true
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
            context.board.update { board in
                board.reasons = [
                    Status.Reason(code: "configuration-invalid", message: "\(error)", fix: "mend the file and save it")
                ]
            }
            return
        }
        context.board.update { $0.reasons.removeAll { $0.code == "configuration-invalid" } }
        guard project != engine.project else { return }
        context.publish(.configReloaded(changed: [reason]))
        engine = context.makeEngine(project)
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
