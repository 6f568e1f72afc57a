internal import Glibc
internal import LinuxSystem
internal import MockModel
internal import Synchronization
internal import SystemPackage

/// The command of `mockd watch --exec`: a shell runs it after each batch that wrote or removed mocks.
///
/// A thread waits for it, so that neither the engine nor the server does. Its output goes to standard error between two
/// lines that name it; standard output stays a stream of events.
final class BatchCommand: Sendable {
    /// The answer to a batch that ends while the command is running.
    enum BusyPolicy: String, CaseIterable {
        /// Runs it once more afterwards, however many batches have ended meanwhile.
        case queue
        /// Ends it, with all that it started, and runs it again.
        case restart
        /// Ignores the batch.
        case skip
    }

    private struct State {
        /// The process, which leads a group, until it is reaped.
        var process: pid_t?
        var isRunning = false
        var isWanted = false
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The time from SIGTERM to SIGKILL.
    private static let patience = Duration.seconds(1)

    private let command: String
    private let busyPolicy: BusyPolicy
    private let root: FilePath
    private let reporter: BatchReporter
    private let state = Mutex(State())

    init(_ command: String, whenBusy busyPolicy: BusyPolicy, in root: FilePath, reporter: BatchReporter) {
        self.command = command
        self.busyPolicy = busyPolicy
        self.root = root
        self.reporter = reporter
    }

    /// Runs the command, or does what the policy says if it is running. Returns at once.
    func batchWroteMocks() {
        let starts = state.withLock { state in
            if state.isStopped { return false }
            guard state.isRunning else {
                state.isRunning = true
                return true
            }
            if busyPolicy != .skip { state.isWanted = true }
            if busyPolicy == .restart { end(state.process) }
            return false
        }
        guard starts else { return }
        do throws(Errno) {
            try DetachedThread.start { [self] in runWhileWanted() }
        } catch {
            reporter.commandFailed(command, "cannot be run: \(error)")
            state.withLock { $0.isRunning = false }
        }
    }

    /// Asks the command, and all that it started, to end. It runs no more.
    func stop() {
        state.withLock { state in
            (state.isStopped, state.isWanted) = (true, false)
            end(state.process)
        }
    }

    /// Stops the command and returns when it has ended.
    func finish() async {
        stop()
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                if state.isRunning { state.waiters.append(continuation) }
                return state.isRunning
            }
            if !isRunning { continuation.resume() }
        }
    }

    private func runWhileWanted() {
        var isAgain = true
        while isAgain {
            run()
            let waiters = state.withLock { state in
                isAgain = state.isWanted
                state.isWanted = false
                state.isRunning = isAgain
                defer { if !isAgain { state.waiters = [] } }
                return isAgain ? [] : state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    private func run() {
        reporter.commandStarts(command)
        let start = ContinuousClock.now
        var spawn = Spawn(["/bin/sh", "-c", "cd \(root.string.shellQuoted) || exit\n\(command)"])
        (spawn.input, spawn.output) = (.none, .descriptor(STDERR_FILENO))
        spawn.leadsGroup = true
        let process: pid_t
        do {
            process = try spawn.start()
        } catch {
            return reporter.commandFailed(command, "cannot be run: \(error)")
        }
        let isUnwanted = state.withLock { state in
            state.process = process
            return state.isStopped
        }
        if isUnwanted { end(process) }
        let status = wait(for: process)
        let isRestarted = state.withLock { $0.isStopped || busyPolicy == .restart && $0.isWanted }
        if !isRestarted { reporter.commandEnded(command, status, after: ContinuousClock.now - start) }
    }

    /// Waits for the end of the process and returns its status as `waitpid` does; the rest of its group ends with it.
    private func wait(for process: pid_t) -> Int32 {
        // Until it is reaped, the number of its group belongs to no other one.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        state.withLock { $0.process = nil }
        kill(-process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// Asks the group of the process to end, and ends it by force if it takes too long.
    private func end(_ process: pid_t?) {
        guard let process else { return }
        kill(-process, SIGTERM)
        try? DetachedThread.start { [self] in
            usleep(useconds_t(Self.patience.milliseconds * 1000))
            state.withLock { state in
                if state.process == process { kill(-process, SIGKILL) }
            }
        }
    }
}
