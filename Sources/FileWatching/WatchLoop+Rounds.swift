import SystemPackage

/// Decides which round comes next, runs it and reports its changes.
extension WatchLoop {
    /// Does all work that is possible now.
    ///
    /// - Returns: when to continue if no message or command arrives before.
    func advance() -> Instant? {
        while true {
            let now = clock.now
            checkRoot(at: now)
            if isRootMissing { return now + .milliseconds(250) }
            startWatcher(at: now)
            sendRequests()
            if round != nil {
                guard tree.awaited == 0 else { return answerDue(at: now) }
                if tree.resolveStaleHints() { continue }
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
        if case .restarting(let time) = link { return time }
        roundSyncs += cookies.drainReached()
        if let reason = recrawlReason {
            recrawlReason = nil
            guard tree.recrawl() else {
                // The root has disappeared just now.
                (recrawlReason, needsRootCheck) = (reason, true)
                return nil
            }
            begin(.recrawl(reason: reason, began: now))
            _ = debouncer.drain()
            sweepBegan = now
            return nil
        }
        if !roundSyncs.isEmpty {
            begin(.hints)
            tree.resolve(debouncer.drain())
            tree.checkUnseenWrites(mounts.pointsBelowRoot)
            // Directories without a watch send no events.
            if tree.hasBlindSpots { sweep(at: now) }
            return nil
        }
        if tree.hasBlindSpots, now >= nextSweep {
            begin(.sweep)
            sweep(at: now)
            return nil
        }
        return beginDueRound(at: now)
    }

    private func beginDueRound(at now: Instant) -> Instant? {
        let hadHoldExpired = debouncer.hasHoldExpired
        let verdict = debouncer.verdict(at: now) { gitLock?.isHeld ?? false }
        var next: Instant
        isHeld = false
        switch verdict {
        case .deliver:
            if debouncer.hasHoldExpired, !hadHoldExpired {
                warn(
                    "git has kept its lock, or taken it again and again, for \(options.versionControlHold); "
                        + "changes do not wait for it")
            }
            begin(.hints)
            tree.resolve(debouncer.drain())
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
            // Git's directory is normally watched; this poll is for when it cannot be.
            next = min(until, now + .milliseconds(100))
        }
        if let beat = beat(at: now) { next = min(next, beat) }
        if tree.hasBlindSpots { next = min(next, nextSweep) }
        for time in [link.retry, process?.answerDeadline].compactMap(\.self) { next = min(next, time) }
        return min(next, nextRootCheck)
    }

    private func begin(_ round: Round) {
        self.round = round
        roundBegan = debouncer.began ?? clock.now
        hasRetried = false
        isHeld = false
    }

    private func sweep(at now: Instant) {
        sweepBegan = now
        tree.sweep()
    }

    /// Compares a small part of the tree: the audit finds changes without events within minutes, at an unnoticeable
    /// load.
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
        let changes = tree.drainChanges()
        if !isFirst, case .recrawl(let reason, let began) = round {
            status.recrawls += 1
            status.lastRecrawl = .init(reason: reason, duration: now - began, changed: changes.count)
        }
        if round == .audit { status.driftFound += changes.count }
        updateDegradation()
        // Publishes first: a consumer of the event may ask for the status, which must not be older than the event.
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
            // Sweeping gets at most half of the time; otherwise a large tree on a slow disk would leave none for
            // anything else.
            let end = clock.now
            nextSweep = end + max(options.sweepInterval, end - began)
            sweepBegan = nil
        }
        // Cookies that an earlier process was to report have been lost with it.
        if case .recrawl = round { for id in cookies.waiting { dropCookie(id) } }
    }

    // MARK: Sync

    func beginSync(_ id: UInt64) {
        cookies.waiting.append(id)
        // A pending or running recrawl drops the cookie at its end.
        if recrawlReason != nil { return }
        if case .recrawl = round { return }
        dropCookie(id)
    }

    /// Requires a sign of life from the process if none has come for a while: otherwise only the next sync would notice
    /// a stopped or hanging one. It runs with the check of the root, which wakes the thread anyway.
    ///
    /// - Returns: when to call again, if it is not due yet.
    private func beat(at now: Instant) -> Instant? {
        guard let process, process.answerDeadline == nil else { return nil }
        let due = process.lastSign + options.heartbeatInterval
        guard now >= due else { return due }
        process.answerDeadline = now + options.answerTimeout
        if !cookies.drop(CookieJar.heartbeat) {
            // The directory was deleted, and maybe created again. Success and failure of the new watch are both a sign
            // of life.
            process.send([.add(id: Post.cookies, mask: .names, path: Array(RawPath(options.runtimeDirectory).bytes))])
            cookies.isWatched = true
        }
        return nil
    }

    private func dropCookie(_ id: UInt64) {
        if let process, cookies.drop(id) {
            process.answerDeadline = process.answerDeadline ?? clock.now + options.answerTimeout
        } else if link.sweepReason != nil {
            // The round that answers the sync compares everything.
            cookies.reach(id)
        } else {
            restart(reason: "no cookies in \(options.runtimeDirectory)")
            cookies.reach(id)
        }
    }

    // MARK: Requests

    func sendRequests() {
        var requests = tree.drainRequests()
        if let process {
            if !requests.isEmpty { process.send(requests) }
            return
        }
        // Without a process every request is refused, and each refusal lists a directory, which may find more of them.
        while link.sweepReason != nil && !requests.isEmpty {
            for case .add(let id, _, _) in requests {
                if let hint = tree.failed(id, .tooManyOpenFiles) {
                    debouncer.note(hint, completesSave: false, at: clock.now)
                }
            }
            requests = tree.drainRequests()
        }
    }

    private func answerDue(at now: Instant) -> Instant {
        let deadline = process?.answerDeadline ?? now + options.answerTimeout
        process?.answerDeadline = deadline
        return deadline
    }
}
