internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import Glibc
internal import LinuxSystem
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
/// The services stop in the reverse order of their start: the server accepts no more connections, the engine writes the
/// file under way, the streams of events end, then the watcher; the socket is removed, and at last the lock.
final class Daemon: Sendable {
    let identity: DaemonIdentity
    private let lock: InstanceLock
    let socket: ControlSocket
    private let project: Project
    let context: DaemonContext
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private let retries: AsyncStream<Duration>
    private let stopRequests: AsyncStream<Void>
    let stopRequest: AsyncStream<Void>.Continuation

    /// Acquires the lock of the root and binds its socket.
    ///
    /// - Throws: `InstanceLock.Failure` when another daemon has the root, `PlacementError` when the socket cannot be
    ///   where it belongs.
    init(
        project: Project, in root: WatchedRoot, options: DaemonOptions, reporter: BatchReporter
    ) throws {
        identity = DaemonIdentity(root: project.root.string)
        let directory = root.directory
        lock = try InstanceLock(
            in: directory, identity: identity, outputs: project.outputPaths)
        if let descriptor = ControlSocket.handedOver(environment: ProcessEnvironment.all) {
            socket = try ControlSocket(adopting: descriptor, in: directory)
        } else {
            socket = try ControlSocket(bindingIn: directory)
        }
        // Child processes must not adopt our socket.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        self.project = project
        let log = EventLog(epoch: lock.epoch, capacity: 2000, weight: 1 << 20)
        var reporter = reporter
        reporter.console.record = { log.publish(.log(LogRecord(level: $0.levelName, message: $1))) }
        let command = options.command.map { [reporter] command in
            BatchCommand(command, whenBusy: options.commandBusyPolicy, in: project.root, reporter: reporter)
        }
        (jobs, queue) = AsyncStream.makeStream()
        (stopRequests, stopRequest) = AsyncStream.makeStream()
        let (retries, retry) = AsyncStream<Duration>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.retries = retries
        context = DaemonContext(
            lock: lock, board: StatusBoard(), events: EventLog(epoch: lock.epoch), log: log, syncs: SyncWaiters(),
            watcher: root.watcher, reporter: reporter, notifier: .fromEnvironment(),
            options: options, command: command, journal: options.cache.map { WorkJournal(of: $0) }, retries: retry)
    }

    /// Runs until it is asked to stop.
    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let server = ControlServer(
            socket: socket, identity: identity, daemon: self, events: context.events, log: context.log)
        let idleClock = IdleClock(context, server)
        let console = context.reporter.console
        var logger = Logger(label: "mockd") { _ in ConsoleLogHandler(console: console) }
        if console.verbosity < 2 { logger = Logger(label: "mockd") { _ in SwiftLogNoOpLogHandler() } }
        var configuration = ServiceGroupConfiguration(
            services: [
                Self.service("watch", WatchService(watcher: context.watcher, enqueue: { [self] in enqueue($0) })),
                Self.service("control", ControlService(server: server)),
                Self.service("engine", EngineService(daemon: self)),
                Self.service("watchdog", WatchdogService(context: context, server: server), then: .ignore),
                Self.service(
                    "stop", StopService(requests: stopRequests, context: context, server: server),
                    then: .gracefullyShutdownGroup),
                Self.service(
                    "hang-up",
                    HangUpService(reload: { [self] in enqueueReload() }, end: { [self] in stopRequest.finish() }),
                    then: .ignore),
                Self.service("retry", RetryService(delays: retries, enqueue: { [self] in enqueue($0) })),
                Self.service(
                    "checks",
                    PeriodicCheckService(
                        clock: idleClock,
                        isPresent: { [self] in isPresent }, end: { [self] in endUnreachable() },
                        isDue: { [self] in needsComparison }, compare: { [self] in await scanUnwatched() }),
                    then: .ignore),
                Self.service(
                    "idle", IdleExitService(context: context, clock: idleClock) { [self] in stopRequest.finish() },
                    then: .ignore),
                Self.service("progress", ProgressService(context: context), then: .ignore),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        context.options.manifests.runInBackground { [self] in enqueue(Job(isRoutine: true) { $0.describe() }) }
        let group = ServiceGroup(configuration: configuration)
        let result: Result<Void, any Error>
        do { result = .success(try await group.run()) } catch { result = .failure(error) }
        await context.command?.finish()
        do {
            try result.get()
        } catch let error as WatcherFailure {
            throw DaemonFailure(description: "\(error)")
        }
        context.journal?.end()
        lock.release()
        if let loss = context.board.current.loss { throw DaemonFailure(description: loss) }
        context.reporter.stopped()
    }

    private var isPresent: Bool { lock.isStillAtPath && socket.isStillAtPath }

    /// Stops the daemon in order: no client can reach it any more, and another one may watch the root.
    private func endUnreachable() {
        let directory = lock.directory
        let other = InstanceLock.holder(of: directory).flatMap { $0.pid == identity.pid ? nil : $0.pid }
        let next = other.map { "mockd (pid \($0)) watches \(directory.root) now" }
        let wayOut = "start it again: mockd watch \(directory.root)"
        context.board.update { board in
            board.loss = "\(directory.path) was removed or replaced while mockd ran, so it ends; \(next ?? wayOut)"
        }
        stopRequest.finish()
    }

    /// Names the service explicitly: for a name, the library would print all its values, the whole project included.
    private static func service(
        _ name: String, _ service: any Service,
        then behavior: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior = .cancelGroup
    ) -> ServiceGroupConfiguration.ServiceConfiguration {
        .init(service: service, successTerminationBehavior: behavior, serviceName: name)
    }

    func runEngine() async {
        var loop = EngineLoop(context, project: project)
        await loop.run(jobs)
    }

    func finishJobs() {
        context.progress.stop()
        queue.finish()
    }

    /// Queues one reload, which answers all requests that arrive before it runs.
    private func enqueueReload() {
        let isQueued = context.board.update { board in
            defer { board.isReloadQueued = true }
            return board.isReloadQueued
        }
        if !isQueued { enqueue(Job { $0.reload() }) }
    }

    /// True if inputs outside the watched tree may have changed.
    private var needsComparison: Bool {
        let board = context.board.current
        // During a git operation, or without the root, the files on the disk are not the final ones.
        let isWatching = board.watching == .ready || board.watching == .degraded
        return board.hasUnwatchedInputs || isWatching && !board.evidence.holds
    }

    /// Compares the sources outside the watched tree with the disk, if there are any, and emptied sources, which may have
    /// stayed empty.
    private func scanUnwatched() async {
        try? await ask(isRoutine: true) { loop in
            loop.scanUnwatched()
            loop.acceptEmptiedSources(patient: true)
        }
    }

    /// Returns the answer of the engine's task, in its turn.
    ///
    /// - Throws: `ControlError.stopping`
    func ask<Answer: Sendable>(
        isRoutine: Bool = false, _ question: @escaping @Sendable (inout EngineLoop) -> Answer
    ) async throws(ControlError) -> Answer {
        let answer: Answer? = await withCheckedContinuation { answer in
            if !enqueue(Job(isRoutine: isRoutine) { answer.resume(returning: question(&$0)) }) {
                answer.resume(returning: nil)
            }
        }
        guard let answer else { throw .stopping }
        return answer
    }

    /// Adds a job to the queue. Returns `false` if the daemon is stopping and accepts none.
    @discardableResult
    func enqueue(_ job: Job) -> Bool {
        context.board.update { $0.pending += 1 }
        guard case .terminated = queue.yield(job) else { return true }
        context.board.update { $0.pending -= 1 }
        return false
    }
}

/// The reason why the daemon ended without a request to stop.
struct DaemonFailure: Error, CustomStringConvertible {
    var description: String
}
