internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import Glibc
internal import Logging
internal import MockEngine
internal import MockModel
internal import ServiceLifecycle
internal import SystemPackage
internal import UnixSignals

/// Watcher, engine and control server of one root as one process.
///
///     FileWatcher ─events─▶ jobs ─▶ EngineLoop ─▶ StatusBoard, EventLog, terminal, systemd
///     ControlServer ─requests─▶ jobs
///
/// The services stop in the reverse order of their start: no new requests first, then the batch under way ends, then
/// the watcher.
final class Daemon: Sendable {
    private let identity: DaemonIdentity
    private let lock: InstanceLock
    private let socket: ControlSocket
    private let project: Project
    private let context: DaemonContext
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private let stopRequests: AsyncStream<Void>
    private let stopRequest: AsyncStream<Void>.Continuation

    /// Takes the lock of the root and binds its socket.
    ///
    /// - Throws: `InstanceLock.Failure` when another daemon has the root, `PlacementError` when the runtime directory
    ///   is not safe to use.
    init(
        project: Project, configuration: FilePath?, parallelism: Int, cache: EngineCache?, reporter: BatchReporter
    ) throws {
        identity = DaemonIdentity(root: project.root.string)
        let directory = try RuntimeDirectory.prepare(environment: Environment.all).makeRootDirectory(for: project.root)
        lock = try InstanceLock(in: directory, identity: identity)
        socket = try ControlSocket(bindingIn: directory)
        self.project = project
        (jobs, queue) = AsyncStream.makeStream()
        (stopRequests, stopRequest) = AsyncStream.makeStream()
        let options = WatchOptions(root: project.root, runtimeDirectory: directory.path) { path in
            WatchOptions.isSource(path) || project.configurationFiles.contains(path)
                || path == project.root.appending(".mockd.yml")
        }
        context = DaemonContext(
            board: StatusBoard(), events: EventLog(epoch: lock.epoch), syncs: SyncWaiters(),
            watcher: FileWatcher(options: options), reporter: reporter, notifier: .fromEnvironment(),
            configuration: configuration, parallelism: parallelism,
            cache: cache)
    }

    /// Runs until it is asked to stop.
    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "mockd", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .error
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: WatchService(watcher: context.watcher, queue: { [self] in enqueue($0) })),
                .init(service: EngineService(daemon: self)),
                .init(
                    service: ControlService(
                        server: ControlServer(
                            socket: socket, identity: identity, requests: self, events: context.events))),
                .init(
                    service: StopService(requests: stopRequests, notifier: context.notifier),
                    successTerminationBehavior: .gracefullyShutdownGroup),
                .init(service: ReloadService(queue: { [self] in enqueue($0) })),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        do {
            try await group.run()
        } catch let error as WatcherFailure {
            throw DaemonFailure(description: "\(error)")
        }
        lock.release()
    }

    fileprivate func runEngine() async {
        let thread = EngineThread()
        defer { thread.stop() }
        await withTaskExecutorPreference(thread) {
            var loop = EngineLoop(context, project: project)
            await loop.run(jobs)
        }
    }

    fileprivate func finishJobs() { queue.finish() }

    /// `false` when the daemon is stopping and takes no more jobs.
    @discardableResult
    private func enqueue(_ job: Job) -> Bool {
        context.board.update { $0.pending += 1 }
        guard case .terminated = queue.yield(job) else { return true }
        context.board.update { $0.pending -= 1 }
        return false
    }
}

/// Why the daemon ended without being asked to.
struct DaemonFailure: Error, CustomStringConvertible {
    var description: String
}

// MARK: Requests

extension Daemon: ControlRequests {
    func status() async -> Status {
        let board = context.board.current
        let watch = context.watcher.status()
        let errors = board.diagnostics.filter { $0.severity == .error }
        let isBusy = board.pending > 0 || watch.pending > 0
        let state = board.state == .ready && board.pending > 0 ? DaemonState.generating : board.state
        return Status(
            of: identity, state: state, ready: board.isReady, idle: board.isReady && !isBusy, reasons: board.reasons,
            watch: .init(watch),
            pipeline: .init(pending: watch.pending, inFlight: board.pending, lastBatch: board.lastBatch),
            outputs: .init(board.outputStates),
            errors: .init(count: errors.count, first: errors.first.map(ReportedDiagnostic.init)))
    }

    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer {
        let id = context.watcher.sync()
        let isReached = await withTaskGroup(of: Bool.self) { group in
            group.addTask { [syncs = context.syncs] in await syncs.wait(for: id) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        guard isReached else {
            throw .timeout(after: timeout, "the mocks were not current after \(timeout.milliseconds) ms")
        }
        return SyncAnswer(generation: context.board.current.generation)
    }

    func generate(_ request: GenerateRequest) async throws(ControlError) -> GenerateAnswer {
        let answer = await withCheckedContinuation { answer in
            if !enqueue(.generate(request, answer)) { answer.resume(returning: nil) }
        }
        guard let answer else { throw .stopping }
        return answer
    }

    func outputs() async throws(ControlError) -> OutputsAnswer {
        let outputs = await withCheckedContinuation { answer in
            if !enqueue(.outputs(answer)) { answer.resume(returning: nil) }
        }
        guard let outputs else { throw .stopping }
        return OutputsAnswer(
            outputs: outputs.map { output in
                .init(
                    path: output.displayPath, source: output.sources.first, types: output.types,
                    state: output.state.rawValue)
            })
    }

    func diagnostics() async throws(ControlError) -> DiagnosticsAnswer {
        DiagnosticsAnswer(diagnostics: context.board.current.diagnostics.map(ReportedDiagnostic.init))
    }

    func explain(_ question: String) async throws(ControlError) -> Explanation {
        let found = await withCheckedContinuation { answer in
            if !enqueue(.explain(question, answer)) { answer.resume(returning: nil) }
        }
        guard let found else {
            throw .notFound(
                "nothing here is called '\(question)'",
                hint: "name a type, a mock, or the path of a source or an output; 'mockctl outputs' lists them")
        }
        return found
    }

    func shutdown() async { stopRequest.finish() }
}

extension ControlError {
    fileprivate static var stopping: ControlError { .busy("mockd is stopping", hint: "start it again first") }
}

extension Status.Watch {
    fileprivate init(_ watch: WatchStatus) {
        self.init(
            backend: "inotify", directories: watch.directories, files: watch.files, deadEntries: watch.deadEntries,
            events: watch.events, overflows: watch.overflows,
            rescans: Rescans(
                count: watch.recrawls,
                last: watch.lastRecrawl.map {
                    Rescans.Last(reason: $0.reason, ms: $0.duration.milliseconds, changed: $0.changed)
                }),
            uncovered: watch.uncovered)
    }
}

extension Status.Outputs {
    fileprivate init(_ outputs: [OutputState: Int]) {
        func count(_ states: OutputState...) -> Int { states.reduce(0) { $0 + (outputs[$1] ?? 0) } }
        self.init(
            current: count(.current), stale: count(.stale, .missing), edited: count(.edited),
            failed: count(.failed, .conflict))
    }
}

// MARK: Services

private struct WatchService: Service {
    let watcher: FileWatcher
    let queue: @Sendable (Job) -> Void

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await event in watcher.events { queue(.watched(event)) } }
            group.addTask { try await cancelWhenGracefulShutdown { try await watcher.run() } }
            try await group.waitForAll()
        }
    }
}

private struct EngineService: Service {
    let daemon: Daemon

    /// What is queued already is done before the end; nothing new comes after `finishJobs`.
    func run() async throws {
        await withGracefulShutdownHandler {
            await daemon.runEngine()
        } onGracefulShutdown: {
            daemon.finishJobs()
        }
    }
}

private struct ControlService: Service {
    let server: ControlServer

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            server.stop()
        }
    }
}

/// Ends with the first request to stop, which ends the whole group; a second interrupt ends the process at once.
private struct StopService: Service {
    let requests: AsyncStream<Void>
    let notifier: SystemdNotifier

    func run() async throws {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown { for await _ in requests {} }
        } onGracefulShutdown: {
            notifier.stopping()
            signal(SIGINT) { _ in _exit(130) }
        }
    }
}

private struct ReloadService: Service {
    let queue: @Sendable (Job) -> Void

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() { queue(.reload) }
    }
}
