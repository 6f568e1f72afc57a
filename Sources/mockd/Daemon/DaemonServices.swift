internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import Glibc
internal import MockEngine
internal import ServiceLifecycle
internal import UnixSignals

// What the daemon runs side by side, from the first to start, which is the last to stop.

struct WatchService: Service {
    let watcher: FileWatcher
    let queue: @Sendable (Job) -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await watcher.run { queue(.watched($0)) } }
    }
}

struct EngineService: Service {
    let daemon: Daemon

    /// What is queued already is done before the end; nothing new comes after `finishJobs`.
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
            // It may be done before its turn comes, because nobody is connected and nobody is let in any more.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            server.stop()
        }
    }
}

/// Tries again what could not be written, when the time has come.
struct RetryService: Service {
    let delays: AsyncStream<Duration>
    let queue: @Sendable (Job) -> Void

    func run() async throws {
        for await delay in delays.cancelOnGracefulShutdown() {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: delay) }
            queue(.retry)
        }
    }
}

/// Assures systemd that the daemon is well, for as long as it is: the assurance has to come all the way round.
struct WatchdogService: Service {
    let context: DaemonContext
    let server: ControlServer

    func run() async throws {
        guard let interval = context.notifier.watchdogInterval else { return }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let steps = context.progress.steps
                // The thread of the server, then a cookie: the kernel, the watcher's process and thread, the queue and
                // the engine's task. An engine that has much to do answers late, but it gets on.
                let serves = await server.heartbeat()
                let isThrough = await context.isThroughWithEverything(within: interval / 2)
                if serves, isThrough || steps != context.progress.steps { context.notifier.watchdog() }
                try? await Task.sleep(for: interval / 2)
            }
        }
    }
}

/// Compares the sources that no watcher of the root tells of, such as those of a package beside it, as often as a watcher
/// compares what the kernel does not watch.
struct ElsewhereService: Service {
    static let interval = Duration.seconds(2)

    let look: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let start = ContinuousClock.now
                await look()
                // A tree of many files takes a hundredth of the time at most.
                try? await Task.sleep(for: max(Self.interval, (ContinuousClock.now - start) * 100))
            }
        }
    }
}

/// Tells how far the first scan is, on the terminal and to systemd, which would end a service that says nothing.
struct ProgressService: Service {
    let context: DaemonContext

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var patience = StartPatience()
            await ScanProgress.show(on: context.reporter.console) {
                let (board, files) = (context.board.current, context.watcher.status().files)
                if patience.isDeserved(by: files + context.progress.steps) { context.notifier.extendTimeout() }
                return board.isReady ? nil : ScanProgress.State(context.progress, files: files)
            }
        }
    }
}

/// Ends with the first request to stop, which ends the whole group; a second interrupt ends the process at once.
///
/// From then on nobody new is let in. The engine ends next and the server last, so that whoever follows the events
/// hears what came of the work under way.
struct StopService: Service {
    let requests: AsyncStream<Void>
    let context: DaemonContext
    let server: ControlServer

    func run() async throws {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown { for await _ in requests {} }
        } onGracefulShutdown: {
            context.journal?.endsByHand()
            context.notifier.stopping()
            server.stopAccepting()
            context.board.update { $0.isStopping = true }
            context.publish(.stateChanged(to: .stopping, reasons: []))
            signal(SIGINT) { _ in _exit(130) }
            // Whoever asks for the end does not wait for long: mocks are renamed into place whole, and the kernel lets
            // go of the lock.
            signal(SIGALRM) { _ in _exit(0) }
            var limit = itimerval()
            limit.it_value = timeval(tv_sec: 1, tv_usec: 700_000)
            setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &limit, nil)
        }
    }
}

/// Looks whether the daemon can still be found: its lock and its socket lie in a folder that others may remove.
struct PresenceService: Service {
    static let interval = Duration.seconds(5)

    let isPresent: @Sendable () -> Bool
    let end: @Sendable () -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                if !Task.isCancelled, !isPresent() { return end() }
            }
        }
    }
}

/// Answers SIGHUP: the kernel sends it when the terminal of a daemon is closed, which ends it, and the user or systemd
/// to have the configuration read again.
struct HangUpService: Service {
    let reload: @Sendable () -> Void
    let end: @Sendable () -> Void

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        let hadTerminal = isatty(STDERR_FILENO) == 1
        for await _ in signals.cancelOnGracefulShutdown() {
            // A terminal that is closed is none any more.
            if hadTerminal, isatty(STDERR_FILENO) == 0 { return end() }
            reload()
        }
    }
}
