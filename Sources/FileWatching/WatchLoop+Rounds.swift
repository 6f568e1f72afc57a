import SystemPackage

/// What is looked at, when, and what is said about it.
extension WatchLoop {
    /// Does everything that can be done now.
    ///
    /// - Returns: when to go on if nothing comes in before.
    func advance() -> Instant? {
        while true {
            let now = clock.now
            checkRoot(at: now)
            if isRootMissing { return now + .milliseconds(250) }
            startWatcher(at: now)
            sendRequests()
            if round != nil {
                guard tree.awaited == 0 else { return answerDue(at: now) }
                if tree.resolveDoubts() { continue }
                if !roundSyncs.isEmpty, tree.hasNewBlindSpots, !hasRetried {
                    // An error that has passed must not make the answer wrong.
                    hasRetried = true
                    tree.retryBlindSpots()
                    continue
                }
                endRound(at: now)
            } else if let next = beginRound(at: now) {
                return next
            }
        }
    }

    /// - Returns: when to try again, or nil if a round has begun.
    private func beginRound(at now: Instant) -> Instant? {
        if process == nil && !isSweepingAll { return retry }
        roundSyncs += cookies.takeReached()
        if let reason = recrawlReason {
            recrawlReason = nil
            guard tree.recrawl() else {
                // It went away just now.
                (recrawlReason, isRootInDoubt) = (reason, true)
                return nil
            }
            begin(.recrawl(reason: reason, began: now))
            _ = settle.take()
            sweepBegan = now
            return nil
        }
        if !roundSyncs.isEmpty {
            begin(.hints)
            tree.resolve(settle.take())
            // Nobody announces what happens where there is no watch.
            if tree.hasBlindSpots { sweep(at: now) }
            return nil
        }
        if tree.hasBlindSpots, now >= nextSweep {
            begin(.sweep)
            sweep(at: now)
            return nil
        }
        return settleRound(at: now)
    }

    private func settleRound(at now: Instant) -> Instant? {
        let wasHoldOver = settle.isHoldOver
        let verdict = settle.verdict(at: now) { gitLock?.isHeld ?? false }
        var next: Instant
        isHeld = false
        switch verdict {
        case .deliver:
            if settle.isHoldOver, !wasHoldOver {
                warn(
                    "git has kept its lock, or taken it again and again, for \(options.versionControlHold); "
                        + "changes do not wait for it")
            }
            begin(.hints)
            tree.resolve(settle.take())
            return nil
        case .idle:
            if needsCompaction {
                restart(reason: "compaction")
                return nil
            }
            if now >= nextAudit {
                begin(.audit)
                audit(at: now)
                return nil
            }
            next = nextAudit
        case .wait(let until):
            next = until
        case .held(let until):
            isHeld = true
            // Git's directory is watched; this is for those where it cannot be.
            next = min(until, now + .milliseconds(100))
        }
        if let beat = beat(at: now) { next = min(next, beat) }
        if tree.hasBlindSpots { next = min(next, nextSweep) }
        if process == nil { next = min(next, retry) }
        if let answerDeadline { next = min(next, answerDeadline) }
        return min(next, nextRootCheck)
    }

    private func begin(_ round: Round) {
        self.round = round
        roundBegan = settle.began ?? clock.now
        hasRetried = false
        isHeld = false
    }

    private func sweep(at now: Instant) {
        sweepBegan = now
        tree.sweep()
    }

    /// One bite of the tree: what changes without an event is found within minutes, and nobody notices the search.
    private func audit(at now: Instant) {
        if auditQueue.isEmpty { auditQueue = tree.directoryIDs() }
        var entries = 0
        while entries < Self.auditBite, let id = auditQueue.popLast() { entries += tree.audit(id) }
        auditTime += clock.now - now
        if auditQueue.isEmpty {
            status.audits += 1
            status.lastAudit = auditTime
            auditTime = .zero
        }
        nextAudit = now + (auditQueue.isEmpty ? options.auditInterval : .milliseconds(100))
    }

    private static var auditBite: Int { 64 }

    private func endRound(at now: Instant) {
        guard let round else { return }
        self.round = nil
        let isFirst = !hasStarted
        hasStarted = true
        tree.isReporting = true
        let changes = tree.takeChanges()
        if !isFirst, case .recrawl(let reason, let began) = round {
            status.recrawls += 1
            status.lastRecrawl = .init(reason: reason, duration: now - began, changed: changes.count)
        }
        if round == .audit { status.driftFound += changes.count }
        judgeCoverage()
        // Whoever reads an event may ask for the status, which then must not be older.
        publish()
        if isFirst {
            emit(.started(tree.listing))
        } else {
            if !changes.isEmpty { emit(.changes(changes, since: roundBegan)) }
            if case .recrawl(let reason, _) = round { emit(.rescanned(reason: reason, changed: changes.count)) }
        }
        for id in roundSyncs { emit(.synced(id: id)) }
        roundSyncs = []
        if let began = sweepBegan {
            // Sweeping takes at most half of the time, or a large tree on a slow disk would leave none for anything else.
            let end = clock.now
            nextSweep = end + max(options.sweepInterval, end - began)
            sweepBegan = nil
        }
        // Cookies that an earlier process was to see have been lost with it.
        if case .recrawl = round { for id in cookies.waiting { dropCookie(id) } }
    }

    // MARK: Sync

    func beginSync(_ id: UInt64) {
        cookies.waiting.append(id)
        // A recrawl that has not ended drops the cookie at its end.
        if recrawlReason != nil { return }
        if case .recrawl = round { return }
        dropCookie(id)
    }

    /// Has the process prove that it lives, when nothing has been heard of it for a while: one that is stopped or hangs
    /// would be noticed by the next sync only. It happens with the look at the root, which wakes the thread anyway.
    ///
    /// - Returns: when to do that, if it is not the time for it.
    private func beat(at now: Instant) -> Instant? {
        guard process != nil, answerDeadline == nil else { return nil }
        let due = lastSign + options.heartbeatInterval
        guard now >= due else { return due }
        answerDeadline = now + options.patience
        if !cookies.drop(CookieJar.heartbeat) {
            // The folder is gone, or was and has been made again. Either answer is a sign.
            process?.send([.add(id: Post.cookies, mask: .names, path: Array(RawPath(options.runtimeDirectory).bytes))])
            cookies.isWatched = true
        }
        return nil
    }

    private func dropCookie(_ id: UInt64) {
        if process != nil, cookies.drop(id) {
            answerDeadline = answerDeadline ?? clock.now + options.patience
        } else if isSweepingAll {
            // The round that answers it compares everything.
            cookies.reach(id)
        } else {
            restart(reason: "no cookies in \(options.runtimeDirectory)")
            cookies.reach(id)
        }
    }

    // MARK: Requests

    func sendRequests() {
        var requests = tree.takeRequests()
        guard process == nil else {
            if !requests.isEmpty { process?.send(requests) }
            return
        }
        // Nobody to ask: every directory is refused, and with each answer more directories may turn up.
        while isSweepingAll && !requests.isEmpty {
            for case .add(let id, _, _) in requests {
                if let hint = tree.failed(id, .tooManyOpenFiles) {
                    settle.note(hint, completesSave: false, at: clock.now)
                }
            }
            requests = tree.takeRequests()
        }
    }

    private func answerDue(at now: Instant) -> Instant {
        let deadline = answerDeadline ?? now + options.patience
        answerDeadline = deadline
        return deadline
    }
}
