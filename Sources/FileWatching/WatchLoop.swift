import Glibc
import SystemPackage

/// The watching thread's loop: waits for the process and for commands, and works through *rounds*.
///
/// A round compares some or all of the tree with the disk. It begins with hints, a sweep, an audit or a recrawl,
/// continues while the kernel is asked for watches on new directories, and ends with one batch of changes. Hints that
/// arrive meanwhile wait for the next round.
final class WatchLoop {
    typealias Instant = SuspendingClock.Instant

    /// The ids of watched directories that are not part of the tree.
    enum Post {
        /// The root's parent, which reports that the root was deleted, replaced or renamed; the root itself may not
        /// report it in time.
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
    let mounts: MountTable
    var gitLock: GitLock?
    var debouncer: ChangeDebouncer<WatchTree.Hint>
    var status = WatchStatus()
    var logFilter = WatcherLogFilter()
    /// The posts that the kernel watches.
    var watchedPosts: Set<UInt32> = []

    // MARK: The process

    var link: WatcherLink
    var process: WatcherProcess? { link.process }
    /// The start of the last process.
    var processStarted: Instant
    var failures = 0

    // MARK: The work

    var round: Round?
    /// When the first hint of the round came, or else when the round began.
    var roundBegan: Instant
    /// The syncs that this round answers.
    var roundSyncs: [UInt64] = []
    /// True if the round has read again what it could not read at first.
    var hasRetried = false
    var recrawlReason: String? = "start"
    var hasStarted = false
    var needsRootCheck = false
    var isRootMissing = false
    var isHeld = false
    var nextSweep: Instant
    var sweepBegan: Instant?
    var nextRootCheck: Instant
    var nextAudit: Instant
    /// Directories that the current audit has not compared yet.
    var auditQueue: [UInt32] = []
    /// Time spent in the current audit so far.
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
        debouncer = ChangeDebouncer(quiet: options.quiet, latency: options.latency, hold: options.versionControlHold)
        let now = clock.now
        link = .restarting(at: now)
        (processStarted, nextSweep, nextRootCheck, roundBegan) = (now, now, now, now)
        nextAudit = now + options.auditInterval
    }

    /// Runs until the command to stop.
    func run() throws {
        let wake: Int32
        do throws(Errno) {
            wake = try inbox.open()
            link = .running(try WatcherProcess.start(options.watcherExecutable))
        } catch {
            inbox.close()
            throw WatcherFailure(path: options.watcherExecutable, error: error)
        }
        defer {
            process?.end()
            inbox.close()
        }
        prepareWatcher()
        if let kind = PartialFileSystem(at: options.root) { warn(kind.warning(every: options.auditInterval)) }
        while true {
            for command in inbox.drainCommands() {
                if command == .stop { return }
                perform(command)
            }
            let deadline = advance()
            publish()
            wait(until: deadline, wake: wake)
        }
    }

    private func perform(_ command: WatchInbox.Command) {
        switch command {
        case .sync(let id):
            // The sync must cover mounts and unmounts that came before it.
            if mounts.hasChanged() { noteMounts() }
            beginSync(id)
        case .recrawl: restart(reason: "requested")
        case .leaveOut:
            for hint in tree.leaveOut(inbox.unwatched) { debouncer.note(hint, completesSave: true, at: clock.now) }
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
        if polled[2].revents != 0, let printed = process?.printed() { warn(logFilter.receive(printed, at: clock.now)) }
        if polled[1].revents != 0 { exchangeMessages() }
        if polled[3].revents != 0 { noteMounts() }
    }

    /// Recrawls after a change of the root's mounts, because known paths may now show other folders; the outputs in them
    /// are compared as well. Any other mount may lie on a link that leads to the root.
    private func noteMounts() {
        needsRootCheck = true
        if mounts.isDifferent() { restart(reason: "mounts changed") }
    }

    /// Rounds up; otherwise the turn would come too early and find nothing to do.
    private func milliseconds(until deadline: Instant) -> Int32 {
        let (seconds, attoseconds) = max(.zero, deadline - clock.now).components
        return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func exchangeMessages() {
        guard let process else { return }
        process.flush()
        guard let messages = process.receive() else {
            watcherDied()
            return
        }
        let now = clock.now
        if !messages.isEmpty {
            process.answerDeadline = nil
            process.lastSign = now
        }
        inbox.record(messages.compactMap { seenEvent($0, at: now) })
        for start in stride(from: 0, to: messages.count, by: Self.turn) {
            let turn = messages[start..<min(start + Self.turn, messages.count)]
            tree.listAhead(turn.compactMap(\.added))
            for message in turn {
                handle(message, at: now)
                // The process was replaced; its other messages are obsolete.
                if self.process !== process { return }
            }
            // The process adds these watches while we handle the next messages.
            sendRequests()
        }
    }

    /// The number of messages handled before requests are sent, so that the process and the daemon seldom wait for each
    /// other.
    private static var turn: Int { 64 }

    private func seenEvent(_ message: WatcherMessage, at now: Instant) -> SeenEvent? {
        switch message {
        case .event(let id, let mask, let name):
            SeenEvent(time: now, kind: mask, directory: tree.path(of: id) ?? post(id), name: name)
        case .overflow:
            SeenEvent(time: now, kind: .overflow, directory: nil, name: [])
        case .hello, .added, .failed, .lost, .fault:
            nil
        }
    }

    /// The folder of a post.
    private func post(_ id: UInt32) -> RawPath? {
        switch id {
        case Post.parent: RawPath(options.root.removingLastComponent())
        case Post.git: gitLock.map { RawPath($0.directory) }
        case Post.cookies: RawPath(options.runtimeDirectory)
        default: nil
        }
    }

    // MARK: The status

    func warn(_ text: String) {
        warn(logFilter.admit(text, at: clock.now))
    }

    func warn(_ lines: [String]) {
        for line in lines { emit(.warning(line)) }
    }

    func publish() {
        let state = currentState()
        let isChange = state != status.state
        status.state = state
        status.directories = tree.directoryCount
        status.files = tree.fileCount
        // During a sweep all of them have been requested and none refused yet.
        if round == nil { status.uncovered = tree.uncoveredCount }
        status.kernelWatches = tree.watchedCount + watchedPosts.count
        status.pending = debouncer.pending.count
        status.watcherProcess = process?.identifier
        status.lastSign = process?.lastSign
        inbox.status = status
        if isChange { emit(.stateChanged(state)) }
    }

    private func currentState() -> WatchState {
        if isRootMissing { return .waitingForRoot }
        if !hasStarted { return .starting }
        if case .recrawl(let reason, _) = round { return .recrawling(reason: reason) }
        if let degradation { return .degraded(degradation) }
        return isHeld ? .deferred : .watching
    }
}
