import Glibc
import SystemPackage

/// The watcher's thread: waits for the process and for commands, and works through *rounds*.
///
/// A round looks at some or all of the tree. It begins with hints, a sweep or a recrawl, goes on while the kernel is being
/// asked for watches on what was found, and ends with one batch of changes. Hints that come in meanwhile wait for the next.
final class WatchLoop {
    typealias Instant = SuspendingClock.Instant

    /// The numbers of directories that are watched but belong to nobody's tree.
    enum Post {
        /// Tells of a root that is deleted, replaced or renamed, which the root itself may not tell in time.
        static let parent: UInt32 = 1
        static let git: UInt32 = 2
        static let cookies: UInt32 = 3
        static let firstFree: UInt32 = 16
    }

    enum Round: Hashable {
        case hints
        case sweep
        case audit
        case recrawl(reason: String, began: Instant)
    }

    let options: WatchOptions
    let rootName: [UInt8]
    let inbox: WatchInbox
    let emit: (FileWatcher.Event) -> Void
    let clock = SuspendingClock()
    let tree: WatchTree
    let cookies: CookieJar
    private let mounts: MountTable
    var gitLock: GitLock?
    var settle: Settle<WatchTree.Hint>
    var status = WatchStatus()
    var complaints = ComplaintFilter()
    /// Which of the posts the kernel watches.
    var watchedPosts: Set<UInt32> = []

    // MARK: The process

    var process: WatcherProcess?
    var processStarted: Instant
    /// When the next process may be started, while there is none.
    var retry: Instant
    var failures = 0
    /// The kernel has no inotify instance for us, or the process does not live: everything is swept.
    var isSweepingAll = false
    /// When an answer that is owed counts as never coming.
    var answerDeadline: Instant?
    /// When the process was heard of last.
    var lastSign: Instant

    // MARK: The work

    var round: Round?
    /// When the first of the hints came that it looks at, or when it began.
    var roundBegan: Instant
    /// What this round answers.
    var roundSyncs: [UInt64] = []
    /// True if the round has read again what it could not read at first.
    var hasRetried = false
    var recrawlReason: String? = "start"
    var hasStarted = false
    var isRootInDoubt = false
    var isRootMissing = false
    var isHeld = false
    var nextSweep: Instant
    var sweepBegan: Instant?
    var nextRootCheck: Instant
    var nextAudit: Instant
    /// Directories that the audit has still to look at.
    var auditQueue: [UInt32] = []
    /// What the audit under way has taken so far.
    var auditTime: Duration = .zero
    var degradation: WatchState.Degradation?

    init(options: WatchOptions, inbox: WatchInbox, emit: @escaping (FileWatcher.Event) -> Void) {
        self.options = options
        let root = options.root.lexicallyNormalized()
        rootName = root.lastComponent.map { Array(RawPath(FilePath(root: nil, [$0])).bytes) } ?? []
        self.inbox = inbox
        self.emit = emit
        let disk = KernelDirectoryReader()
        cookies = CookieJar(directory: options.runtimeDirectory)
        mounts = MountTable(root: options.root)
        gitLock = GitLock(root: options.root)
        var reserved: Set<FileIdentity> = []
        if case .directory(let identity) = disk.entry(at: RawPath(options.runtimeDirectory)) {
            reserved.insert(identity)
        }
        tree = WatchTree(options: options, firstID: Post.firstFree, reserved: reserved, disk: disk)
        settle = Settle(quiet: options.quiet, latency: options.latency, hold: options.versionControlHold)
        let now = clock.now
        (processStarted, retry, nextSweep, nextRootCheck, roundBegan, lastSign) = (now, now, now, now, now, now)
        nextAudit = now + options.auditInterval
    }

    /// Returns after the command to stop.
    func run() throws {
        let wake: Int32
        do throws(Errno) {
            wake = try inbox.open()
            process = try WatcherProcess.start(options.watcherExecutable)
        } catch {
            inbox.close()
            throw WatcherFailure(path: options.watcherExecutable, error: error)
        }
        defer {
            process?.end()
            inbox.close()
        }
        introduceWatcher()
        if let kind = PartialFileSystem(at: options.root) { warn(kind.warning(every: options.auditInterval)) }
        while true {
            for command in inbox.takeCommands() {
                if command == .stop { return }
                obey(command)
            }
            let deadline = advance()
            publish()
            wait(until: deadline, wake: wake)
        }
    }

    private func obey(_ command: WatchInbox.Command) {
        switch command {
        case .sync(let id):
            // What was mounted or unmounted before has to be seen.
            if mounts.hasChanged() { mountsChanged() }
            beginSync(id)
        case .recrawl: restart(reason: "requested")
        case .stop: break
        }
    }

    // MARK: Waiting

    private func wait(until deadline: Instant?, wake: Int32) {
        let hasOutgoing = process?.hasOutgoing ?? false
        var polled = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            // Negative descriptors are skipped by the kernel.
            pollfd(fd: process?.socket ?? -1, events: Int16(POLLIN) | (hasOutgoing ? Int16(POLLOUT) : 0), revents: 0),
            pollfd(fd: process?.standardError ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mounts.descriptor, events: Int16(POLLPRI), revents: 0),
        ]
        poll(&polled, nfds_t(polled.count), deadline.map { milliseconds(until: $0) } ?? -1)
        if polled[0].revents != 0 {
            withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
                _ = read(wake, buffer.baseAddress, buffer.count)
            }
        }
        if polled[2].revents != 0, let printed = process?.printed() { warn(complaints.take(printed, at: clock.now)) }
        if polled[1].revents != 0 { converse() }
        if polled[3].revents != 0, mounts.isDifferent() { mountsChanged() }
    }

    /// Other folders are under known paths now, which are watched and looked at anew, the outputs in them as well.
    private func mountsChanged() {
        isRootInDoubt = true
        restart(reason: "mounts changed")
    }

    /// Rounded up, or the turn would come before its time and wait for nothing.
    private func milliseconds(until deadline: Instant) -> Int32 {
        let (seconds, attoseconds) = max(.zero, deadline - clock.now).components
        return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func converse() {
        guard let process else { return }
        process.flush()
        guard let messages = process.receive() else {
            watcherDied()
            return
        }
        let now = clock.now
        if !messages.isEmpty {
            answerDeadline = nil
            lastSign = now
        }
        inbox.record(messages.compactMap { seen($0, at: now) })
        for start in stride(from: 0, to: messages.count, by: Self.turn) {
            let turn = messages[start..<min(start + Self.turn, messages.count)]
            tree.lookAhead(turn.compactMap(\.added))
            for message in turn {
                handle(message, at: now)
                // A recrawl makes the rest meaningless.
                if self.process !== process { return }
            }
            // The process can get on with what was found, while we look at more.
            sendRequests()
        }
    }

    /// So many messages at a time, so that the process and we wait for each other as little as possible.
    private static var turn: Int { 64 }

    private func seen(_ message: WatcherMessage, at now: Instant) -> SeenEvent? {
        switch message {
        case .event(let id, let mask, let name):
            SeenEvent(time: now, kind: mask, directory: tree.path(of: id), name: name)
        case .overflow:
            SeenEvent(time: now, kind: .overflow, directory: nil, name: [])
        case .added, .failed, .gone:
            nil
        }
    }

    // MARK: The status

    func warn(_ text: String) {
        warn(complaints.admit(text, at: clock.now))
    }

    func warn(_ lines: [String]) {
        for line in lines { emit(.warning(line)) }
    }

    func publish() {
        let state = currentState()
        let isNews = state != status.state
        status.state = state
        status.directories = tree.directoryCount
        status.files = tree.fileCount
        // In the middle of a sweep they have all been asked for and none been refused.
        if round == nil { status.uncovered = tree.uncoveredCount }
        status.kernelWatches = tree.watchedCount + watchedPosts.count
        status.pending = settle.pending.count
        status.watcherProcess = process?.identifier
        status.lastSign = lastSign
        inbox.status = status
        if isNews { emit(.stateChanged(state)) }
    }

    private func currentState() -> WatchState {
        if isRootMissing { return .waitingForRoot }
        if !hasStarted { return .starting }
        if case .recrawl(let reason, _) = round { return .recrawling(reason: reason) }
        if let degradation { return .degraded(degradation) }
        return isHeld ? .deferred : .watching
    }
}
