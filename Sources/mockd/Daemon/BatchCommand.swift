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
        /// The changes that no run has been about.
        var input = CommandInput()
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

    /// True while the command runs, and if it will run once more afterwards.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Runs the command, or does what the policy says if it is running. Returns at once.
    ///
    /// - Parameter input: The changes of a batch that wrote or removed files.
    func run(for input: CommandInput) {
        let starts = state.withLock { state in
            if state.isStopped || state.isRunning && busyPolicy == .skip { return false }
            state.input.add(input)
            guard state.isRunning else {
                state.isRunning = true
                return true
            }
            state.isWanted = true
            if busyPolicy == .restart { end(state.process) }
            return false
        }
        guard starts else { return }
        do throws(Errno) {
            try DetachedThread.start { [self] in runWhileWanted() }
        } catch {
            reporter.commandFailed(command, "cannot be run: \(error)")
            state.withLock { $0.isWanted = false }
            _ = endsRunning()
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
        repeat { run() } while !endsRunning()
    }

    /// Resumes the tasks that wait for the end; returns false if the command is wanted once more.
    private func endsRunning() -> Bool {
        let waiters: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard !state.isWanted else { return nil }
            defer { (state.isRunning, state.waiters) = (false, []) }
            return state.waiters
        }
        for waiter in waiters ?? [] { waiter.resume() }
        return waiters != nil
    }

    private func run() {
        reporter.commandStarts(command)
        let start = ContinuousClock.now
        // It sees the mocks of all batches before its start.
        let input = state.withLock { state in
            defer { (state.isWanted, state.input) = (false, CommandInput()) }
            return state.input
        }
        var spawn = Spawn(["/bin/sh", "-c", "cd \(root.string.shellQuoted) || exit\n\(command)"])
        (spawn.input, spawn.output) = (.none, .descriptor(STDERR_FILENO))
        spawn.leadsGroup = true
        spawn.variables = input.variables(in: root)
        let process: pid_t
        do {
            process = try spawn.start()
        } catch {
            return reporter.commandFailed(command, "cannot be run: \(error)")
        }
        let isUnwanted = state.withLock { state in
            state.process = process
            return state.isStopped || busyPolicy == .restart && state.isWanted
        }
        if isUnwanted { end(process) }
        let status = wait(for: process)
        let isRestarted = state.withLock { state in
            // The next run is about the changes of this one, too.
            if busyPolicy == .restart, state.isWanted { state.input.add(input) }
            return state.isStopped || busyPolicy == .restart && state.isWanted
        }
        if !isRestarted { reporter.commandEnded(command, status, after: ContinuousClock.now - start) }
    }

    /// Waits for the end of the process and returns its status as `waitpid` does; the rest of its group ends with it.
    private func wait(for process: pid_t) -> Int32 {
        // Until it is reaped, the number of its group belongs to no other one.
        ChildExit.wait(for: process)
        kill(-process, SIGTERM)
        let end = ContinuousClock.now + Self.patience
        // The kernel tells of the end of children only, and these are their children.
        while Self.hasMembers(process), ContinuousClock.now < end { usleep(20_000) }
        state.withLock { state in
            kill(-process, SIGKILL)
            state.process = nil
        }
        return ChildExit.reap(process)
    }

    /// Returns true if a process of the group has not ended.
    private static func hasMembers(_ group: pid_t) -> Bool {
        let processes = ((try? Folder.names(in: "/proc")) ?? []).filter { Int32($0) != nil }
        return processes.contains { process in
            let file = FilePath("/proc").appending(process).appending("stat")
            guard let bytes = try? RegularFile.bytes(of: file, atMost: 4096) else { return false }
            // `12 (the name) S 1 11 …`: behind the name are the state, the parent and the group.
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 2 && fields[0] != "Z" && fields[2] == "\(group)"
        }
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
