internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

// The answers to the requests of the control socket.

extension Daemon: ControlledDaemon {
    var routes: [Route] {
        [
            Route(GenerateAnswer.endpoint, generate), Route(RescanAnswer.endpoint, rescan),
            Route(OutputsAnswer.endpoint, outputs), Route(InputsAnswer.endpoint, inputs),
            Route(DiagnosticsAnswer.endpoint, diagnostics), Route(Explanation.endpoint, explain),
            Route(MockInterface.endpoint, show), Route(ConfigAnswer.endpoint, config),
            Route(ReloadAnswer.check, checkConfig), Route(ReloadAnswer.endpoint, reload),
            Route(DoctorAnswer.endpoint, doctor), Route(SeenEventsAnswer.endpoint, seenEvents),
            Route(ShutdownAnswer.endpoint, shutdown),
        ]
    }

    func status() async -> Status {
        let board = context.board.current
        let watch = context.watcher.status()
        let errors = board.rejections + board.diagnostics.filter { $0.severity == .error }
        let isBusy = board.pending > 0 || watch.pending > 0 || board.holdsWork
        let state = board.state == .ready && board.pending > 0 ? DaemonState.generating : board.state
        let since = state == board.state ? board.stateSince : board.pendingSince
        return Status(
            of: identity, state: state, since: since, ready: board.isReady,
            idle: board.isReady && !isBusy, reasons: board.reasons,
            watch: .init(watch),
            pipeline: .init(
                pending: watch.pending + board.heldFiles, inFlight: board.pending,
                deferredBy: board.leases.first?.name ?? (watch.state == .deferred ? "git" : nil),
                lastBatch: board.lastBatch),
            cache: context.cache.map { .init($0.summary, board) },
            outputs: .init(board.mockStates),
            errors: .init(
                count: errors.count, first: errors.first.map(board.reported),
                others: board.diagnostics.count { $0.severity != .error }))
    }

    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer {
        let end = ContinuousClock.now + timeout
        repeat {
            if let lease = context.board.current.leases.first { throw .paused(by: lease) }
            // The engine follows the end of a lease in its turn, so it may still know one that has ended. Then the next
            // round waits for the work that was postponed.
        } while try await isHeldBack(until: end, timeout)
        let board = context.board.current
        var answer = SyncAnswer(
            generation: board.generation, errors: board.errorCount,
            warnings: board.diagnostics.count { $0.severity == .warning }, unwritten: board.failures.count)
        let errors = board.errors
        if !errors.isEmpty { answer.notCurrent = errors.prefix(SyncAnswer.mostCauses).map(board.reported) }
        if !board.rejections.isEmpty { answer.rejected = board.rejections.count }
        return answer
    }

    /// Waits until everything that was written before this call has been generated.
    ///
    /// - Returns: True if a lease that the engine knows postponed it.
    private func isHeldBack(until end: ContinuousClock.Instant, _ timeout: Duration) async throws(ControlError) -> Bool
    {
        switch await context.completePendingWork(within: end - .now, isForManifest: true) {
        case .reached: break
        case .heldBack: return true
        case .cancelled: throw .timeout(after: timeout, "the mocks were not current after \(timeout.shown)")
        }
        return (try? await ask(isRoutine: true) { $0.completeSync() }) != nil
    }

    func hold(for leases: [Lease]) {
        // The board has the leases at once, so that no client waits in vain for postponed work, and the engine begins no
        // batch any more. It goes on in its turn.
        context.board.update { $0.leases = leases }
        enqueue(Job { $0.followLeases() })
    }
}

// MARK: Questions for the engine

extension Daemon {
    private func generate(_ request: GenerateRequest) async throws(ControlError) -> GenerateAnswer {
        try await ask { $0.generate(request) }.get()
    }

    private func outputs(hashed: Bool) async throws(ControlError) -> OutputsAnswer {
        OutputsAnswer(try await ask { $0.engine.outputSummaries }, hashed: hashed)
    }

    private func inputs() async throws(ControlError) -> InputsAnswer {
        try await ask { loop in loop.engine.inputs(loop.context.board.current.reported) }
    }

    private func explain(_ question: String) async throws(ControlError) -> Explanation {
        try await ask { $0.engine.explanation(of: question) }.get()
    }

    private func show(_ mock: String) async throws(ControlError) -> MockInterface {
        try await ask { $0.engine.interface(of: mock) }.get()
    }

    /// An invalid configuration changes nothing.
    private func reload() async throws(ControlError) -> ReloadAnswer {
        switch try await ask({ $0.reload() }) {
        case .success(let changed): return ReloadAnswer(changed: changed)
        case .failure(let error): throw .invalidConfiguration(error.description)
        }
    }
}

// MARK: Questions that are answered while the engine is busy

extension Daemon {
    /// Compares everything with the disk; returns when mocks have been generated for all differences.
    private func rescan(_ request: RescanRequest) async throws(ControlError) -> RescanAnswer {
        let start = ContinuousClock.now
        let changed = await context.rescans.wait { context.watcher.recrawl() }
        guard let changed else { throw .stopping }
        return RescanAnswer(
            rescanId: context.watcher.status().recrawls, files: context.board.current.files, changed: changed,
            ms: (ContinuousClock.now - start).milliseconds)
    }

    private func diagnostics() -> DiagnosticsAnswer {
        let board = context.board.current
        return DiagnosticsAnswer(
            diagnostics: (board.rejections + board.diagnostics + board.unwritten).map(board.reported))
    }

    private func config() -> ConfigAnswer {
        guard let project = context.board.current.project else { return ConfigAnswer(files: [], settings: []) }
        return ConfigAnswer(project, context.options.settings)
    }

    /// Returns what a reload would change.
    private func checkConfig() throws(ControlError) -> ReloadAnswer {
        do {
            let now = try context.options.project(of: FilePath(identity.root), besides: context.lock)
            return ReloadAnswer(changed: context.board.current.project.map { now.changedSettings(since: $0) } ?? [])
        } catch {
            throw .invalidConfiguration(error.description)
        }
    }

    private func doctor() -> DoctorAnswer {
        DoctorAnswer(
            checks: Checkup(
                root: identity.root, watch: context.watcher.status(), board: context.board.current,
                socketPath: socket.path
            ).checks)
    }

    private func seenEvents() -> SeenEventsAnswer {
        let now = SuspendingClock.now
        return SeenEventsAnswer(
            events: context.watcher.recentEvents().map { event in
                .init(ageMs: (now - event.time).milliseconds, mask: event.mask, path: event.path?.string)
            })
    }

    /// Begins an orderly end; the answer is still sent.
    private func shutdown() -> ShutdownAnswer {
        stopRequest.finish()
        return ShutdownAnswer(of: identity)
    }
}

extension ControlError {
    static var stopping: ControlError { .busy("mockd is stopping", hint: "start it again first") }

    fileprivate static func paused(by lease: Lease) -> ControlError {
        .busy("generation is held back by '\(lease.name)'", hint: "go on with: mockctl resume")
    }
}
