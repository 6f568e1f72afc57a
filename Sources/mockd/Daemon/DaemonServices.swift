internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import ServiceLifecycle
internal import UnixSignals

// The services of the daemon, in the order of their start. They stop in the reverse order.

struct WatchService: Service {
    let watcher: FileWatcher
    let enqueue: @Sendable (Job) -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await watcher.run { enqueue(.watched($0)) } }
    }
}

struct EngineService: Service {
    let daemon: Daemon

    /// Finishes the queued jobs before it ends; after `finishJobs` no new ones are added.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskExecutorPreference(EngineThread()) { await daemon.runEngine() }
        } onGracefulShutdown: {
            daemon.finishJobs()
        }
    }
}

struct ControlService: Service {
    let server: ControlServer

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.run()
            // It may end before its turn, because no client is connected and none can connect any more.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            server.stop()
        }
    }
}

/// Tries again to write failed outputs after the delay that each failure asks for.
struct RetryService: Service {
    let delays: AsyncStream<Duration>
    let enqueue: @Sendable (Job) -> Void

    func run() async throws {
        for await delay in delays.cancelOnGracefulShutdown() {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: delay) }
            enqueue(Job { $0.retryInTime() })
        }
    }
}

/// Confirms to systemd that the daemon works, after a check that passes through all of its parts.
struct WatchdogService: Service {
    let context: DaemonContext
    let server: ControlServer

    func run() async throws {
        guard let interval = context.notifier.watchdogInterval else { return }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let steps = context.progress.steps
                // The check asks the thread of the server, then sends a cookie through the kernel, the watcher's
                // process and thread, the queue and the engine's task. A busy engine answers late, but its steps grow.
                let serves = await server.heartbeat()
                let answer = await context.completePendingWork(within: interval / 2, isForManifest: false)
                if serves, answer != .cancelled || steps != context.progress.steps { context.notifier.watchdog() }
                try? await Task.sleep(for: interval / 2)
            }
        }
    }
}

/// Checks what no event tells: whether the daemon can still be found, because its lock and its socket lie in a folder
/// that others may remove, and whether inputs outside the watched tree have changed, such as those of a package beside
/// the root.
///
/// A thread of its own waits and checks, because a task that sleeps wakes four threads of the runtime each time. The task
/// goes on when a check has found something.
struct PeriodicCheckService: Service {
    /// As often as the watcher compares folders without a kernel watch.
    private static let interval = Duration.seconds(2)
    private static let longestPause = Duration.seconds(10)
    /// The time without use after which the checks become rare, because each one wakes the processor.
    private static let idleLimit = Duration.seconds(60)

    /// Returns the time until the next check. Comparing a tree of many files may use a hundredth of the time; a
    /// comparison that found work, or waited for some, takes longer and must not make the daemon blind for minutes.
    ///
    /// - Parameters:
    ///   - duration: The time that the last check took.
    ///   - idle: The time for which the daemon had not been used when that check began.
    static func pause(after duration: Duration, idle: Duration = .zero) -> Duration {
        idle >= idleLimit ? longestPause : min(max(interval, duration * 100), longestPause)
    }

    let clock: IdleClock
    let isPresent: @Sendable () -> Bool
    let end: @Sendable () -> Void
    /// True if inputs must be compared.
    let isDue: @Sendable () -> Bool
    let compare: @Sendable () async -> Void

    func run() async throws {
        let ends = try SocketPair(isBlocking: true)
        defer { for descriptor in [ends.ours, ends.theirs] { close(descriptor) } }
        await withGracefulShutdownHandler {
            var pause = Duration.zero
            while await waitForWork(pause, stoppedBy: ends.ours) {
                if !isPresent() { return end() }
                // Asked first: a comparison is work of the engine.
                let (start, idle) = (SuspendingClock.now, clock.idle)
                await compare()
                pause = Self.pause(after: .now - start, idle: idle)
            }
        } onGracefulShutdown: {
            _ = shutdown(ends.theirs, Int32(SHUT_RDWR))
        }
    }

    /// Returns true once a check has found something; false at the shutdown, which closes the other end of `stop`.
    private func waitForWork(_ first: Duration, stoppedBy stop: Int32) async -> Bool {
        await withCheckedContinuation { continuation in
            let wait: @Sendable () -> Void = {
                var pause = first
                while true {
                    var polled = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
                    if poll(&polled, 1, Int32(clamping: pause.milliseconds)) != 0 {
                        return continuation.resume(returning: false)
                    }
                    let start = SuspendingClock.now
                    if !isPresent() || isDue() { return continuation.resume(returning: true) }
                    pause = Self.pause(after: .now - start, idle: clock.idle)
                }
            }
            // Without a thread, that of this task waits.
            do { try DetachedThread.start(wait) } catch { wait() }
        }
    }
}

/// Reports the progress of the first scan, on the terminal and to systemd, which would end a silent service.
struct ProgressService: Service {
    let context: DaemonContext

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var timeExtension = StartTimeExtension()
            await ScanProgress.show(on: context.reporter.console) {
                let (board, files) = (context.board.current, context.watcher.status().files)
                let steps = files + context.progress.steps
                if timeExtension.isDeserved(by: steps, isHeldBack: !board.leases.isEmpty) {
                    context.notifier.extendTimeout()
                }
                let modules = context.options.interfaces.inPrint
                return board.isReady ? nil : ScanProgress.State(context.progress, modules, files: files)
            }
        }
    }
}

/// Ends with the first request to stop, which ends the whole group; a second interrupt ends the process at once.
///
/// From then on no client can connect. The engine ends next and the server last, so that subscribers of the events hear
/// the result of the work under way.
struct StopService: Service {
    let requests: AsyncStream<Void>
    let context: DaemonContext
    let server: ControlServer

    func run() async throws {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown { for await _ in requests {} }
        } onGracefulShutdown: {
            context.journal?.markIntendedExit()
            context.command?.stop()
            context.notifier.stopping()
            server.stopAccepting()
            context.board.update { $0.isStopping = true }
            context.publish(.stateChanged(to: .stopping, reasons: []))
            signal(SIGINT) { _ in _exit(130) }
            // A stop has a time limit. Ending early is safe: mocks are renamed into place whole, and the kernel
            // releases the lock.
            signal(SIGALRM) { _ in _exit(0) }
            var limit = itimerval()
            limit.it_value = timeval(tv_sec: 1, tv_usec: 700_000)
            setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &limit, nil)
        }
    }
}

/// Ends a daemon that is no longer used: nothing was generated, no client was connected and no command of `--exec` ran
/// for the limit.
struct IdleExitService: Service {
    let context: DaemonContext
    let clock: IdleClock
    let end: @Sendable () -> Void

    func run() async throws {
        guard let limit = context.options.idleLimit else { return }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // A tenth of the limit is how much later than promised it may end.
                try? await Task.sleep(for: limit / 10, clock: .suspending)
                guard clock.idle >= limit, !Task.isCancelled else { continue }
                context.reporter.endsUnused(after: limit)
                return end()
            }
        }
    }
}

/// Answers SIGHUP. The kernel sends it when the daemon's terminal is closed, which ends the daemon; the user or systemd
/// sends it to have the configuration read again.
struct HangUpService: Service {
    let reload: @Sendable () -> Void
    let end: @Sendable () -> Void

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        let hadTerminal = isatty(STDERR_FILENO) == 1
        for await _ in signals.cancelOnGracefulShutdown() {
            // A closed terminal is none any more.
            if hadTerminal, isatty(STDERR_FILENO) == 0 { return end() }
            reload()
        }
    }
}
