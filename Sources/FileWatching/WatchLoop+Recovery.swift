import Glibc
import SystemPackage

/// Starts and restarts the watcher's process, and checks the root and the coverage.
extension WatchLoop {
    /// Resets the state of the last process and sends the watch requests that must precede the tree's own.
    func prepareWatcher() {
        processStarted = clock.now
        lastSign = processStarted
        answerDeadline = nil
        hasGreeted = false
        sweepReason = nil
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
        if let answerDeadline, now >= answerDeadline, process != nil {
            watcherDied()
        }
        guard process == nil, now >= retry, round == nil else { return }
        do throws(Errno) {
            process = try WatcherProcess.start(options.watcherExecutable)
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
        process?.end()
        process = nil
        // If a storm overflows the queue again and again, updates must still get some time in between.
        retry = max(clock.now, processStarted + .milliseconds(500))
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
            retry = now
        }
    }

    /// Sweeps the whole tree, because the process cannot watch it.
    func refuse(_ reason: SweepReason) {
        process?.end()
        process = nil
        abandonRound()
        recrawlReason = reason == .noInstance ? "no inotify instance" : "watcher of another version"
        sweepReason = reason
        retry = clock.now + .seconds(30)
    }

    private func noteFailure(at now: Instant) {
        failures += 1
        retry = now + min(.seconds(5), .milliseconds(25) * (1 << min(failures, 10)))
        if failures >= 5 {
            sweepReason = .failing
            recrawlReason = "watcher failing"
            retry = now + .seconds(30)
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
        retry = clock.now
    }

    // MARK: Coverage

    /// Sets the degradation: why directories are swept, and what the user can do about it.
    func updateDegradation() {
        guard tree.uncoveredCount > 0 else {
            degradation = tree.unreadable.min { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map {
                .init(
                    code: "unreadable-entries",
                    message: "cannot look at \(tree.unreadable.count) of the names in watched directories; "
                        + "the first is \(String($0.key.filePath.string.prefix(200))) (\($0.value.error))",
                    fix: "shorten paths of more than 4095 bytes; make the directories above searchable")
            }
            return
        }
        let reasons = tree.uncoveredReasons()
        let count = tree.uncoveredCount
        let interval = options.sweepInterval
        if let sweepReason {
            degradation = degradation(sweepReason, "all \(count) directories are compared every \(interval)")
        } else if let refused = reasons[.noSpace] {
            degradation = .init(
                code: "inotify-watches-exhausted",
                message: "cannot watch \(refused) of \(tree.directoryCount) directories: "
                    + "inotify limit \(Self.limit(.watches)) reached; they are compared every \(interval)",
                fix: "raise it: sudo sysctl fs.inotify.max_user_watches=524288")
        } else {
            let errors = reasons.keys.map(\.description).sorted().joined(separator: ", ")
            degradation = .init(
                code: "unwatchable-directories",
                message: "cannot watch \(count) of \(tree.directoryCount) directories"
                    + (errors.isEmpty ? "" : " (\(errors))") + "; they are compared every \(interval)",
                fix: "make them readable, or exclude them")
        }
    }

    private func degradation(_ reason: SweepReason, _ effect: String) -> WatchState.Degradation {
        switch reason {
        case .noInstance:
            .init(
                code: "inotify-instances-exhausted",
                message: "no inotify instance is left of \(Self.limit(.instances)); \(effect)",
                fix: "raise it: sudo sysctl fs.inotify.max_user_instances=1024")
        case .failing:
            .init(
                code: "watcher-failing", message: "mockd-watcher does not stay alive; \(effect)",
                fix: "run it by hand to see why: \(options.watcherExecutable)")
        case .otherVersion:
            .init(
                code: "watcher-version",
                message: "\(options.watcherExecutable) is not of the same build as mockd; \(effect)",
                fix: "install both from one build, and restart mockd")
        }
    }

    private static func limit(_ limit: InotifyLimit) -> String { limit.value.map(String.init) ?? "?" }
}
