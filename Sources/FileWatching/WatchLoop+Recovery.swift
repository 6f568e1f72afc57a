import Glibc
import SystemPackage

/// Starts and restarts the watcher's process, and checks the root and the coverage.
extension WatchLoop {
    /// Resets the state of the last process and sends the watch requests that must precede the tree's own.
    func prepareWatcher() {
        processStarted = clock.now
        status.deadEntries = 0
        watchedPosts = []
        gitLock = GitLock(root: options.root)
        cookies.isWatched = true
        let root = options.root.lexicallyNormalized()
        let bytes = { (path: FilePath) in Array(RawPath(path).bytes) }
        var requests: [WatcherRequest] = [
            .add(id: Post.parent, mask: .names, path: bytes(root.removingLastComponent())),
            .add(id: Post.cookies, mask: .names, path: bytes(options.runtimeDirectory)),
        ]
        if let gitLock { requests.append(.add(id: Post.git, mask: .names, path: bytes(gitLock.directory))) }
        process?.send(requests)
    }

    func startWatcher(at now: Instant) {
        if let deadline = process?.answerDeadline, now >= deadline { watcherDied() }
        guard let retry = link.retry, now >= retry, round == nil else { return }
        do throws(Errno) {
            link = .running(try WatcherProcess.start(options.watcherExecutable))
            prepareWatcher()
        } catch {
            warn("cannot start \(options.watcherExecutable): \(error)")
            noteFailure(at: now)
        }
        recrawlReason = recrawlReason ?? "watcher restarted"
    }

    /// Ends the process on purpose. The next one watches and compares everything again, which repairs any lost state.
    func restart(reason: String) {
        recrawlReason = reason
        abandonRound()
        // If a storm overflows the queue again and again, updates must still get some time in between.
        link.end(retryingAt: max(clock.now, processStarted + .milliseconds(500)))
    }

    func watcherDied() {
        let now = clock.now
        // Its last output tells why it died.
        if let printed = process?.printed() { warn(logFilter.receive(printed, at: now)) }
        warn(logFilter.finish(at: now))
        let lived = now - processStarted
        status.restarts += 1
        restart(reason: "watcher restarted")
        if lived < .seconds(5) {
            noteFailure(at: now)
        } else {
            failures = 0
            link.end(retryingAt: now)
        }
    }

    /// Sweeps the whole tree if the process cannot watch because of the fault; otherwise only shows it.
    func note(_ fault: WatchFault) {
        guard let reason = fault.recrawlReason else {
            process?.fault = fault
            return updateDegradation()
        }
        link.sweep(because: fault, until: clock.now + .seconds(30))
        abandonRound()
        recrawlReason = reason
    }

    private func noteFailure(at now: Instant) {
        failures += 1
        if failures >= 5 {
            note(.failing)
        } else {
            link.end(retryingAt: now + min(.seconds(5), .milliseconds(25) * (1 << failures)))
        }
    }

    /// Drops the round; the next one answers its syncs.
    private func abandonRound() {
        round = nil
        for id in roundSyncs { cookies.reach(id) }
        roundSyncs = []
    }

    var needsCompaction: Bool {
        status.deadEntries > max(4_096, tree.directoryCount)
    }

    // MARK: The root

    func checkRoot(at now: Instant) {
        guard needsRootCheck || isRootMissing || now >= nextRootCheck else { return }
        needsRootCheck = false
        nextRootCheck = now + options.rootCheckInterval
        switch tree.rootCondition() {
        case .unchanged:
            if isRootMissing { rootReturned() }
        case .replaced:
            // Before the first recrawl no root is known that could have been replaced.
            if isRootMissing { rootReturned() } else if tree.root != nil { restart(reason: "root replaced") }
        case .missing:
            if !isRootMissing { rootVanished() }
            for id in cookies.drainAll() { emit(.synced(id: id)) }
        }
    }

    private func rootVanished() {
        isRootMissing = true
        restart(reason: "root returned")
        _ = debouncer.drain()
    }

    private func rootReturned() {
        isRootMissing = false
        link.end(retryingAt: clock.now)
    }

    // MARK: Coverage

    /// Sets the degradation: why changes are found late, and what the user can do about it.
    func updateDegradation() {
        degradation = WatchFault(of: tree, link)?.degradation(of: tree, options)
    }
}
