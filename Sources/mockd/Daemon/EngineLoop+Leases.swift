internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Generation that clients hold back for a while.
extension EngineLoop {
    /// Begins to hold back generation with the first job that finds a lease, even if that job is older than the lease.
    mutating func noticeLeases() {
        if hold.leases.isEmpty { hold.leases = context.board.current.leases }
    }

    /// Follows a change of the leases. Without one, does the postponed work.
    ///
    /// Generation goes on with this job and not when the last lease ends: changes that were queued before it are later
    /// than the postponed ones, which would undo them.
    mutating func followLeases() {
        let leases = context.board.current.leases
        hold.leases = leases
        updateState { $0.concerns[.leases] = leases.isEmpty ? nil : leases.map(\.reason) }
        guard leases.isEmpty else { return }
        describeAgain()
        // A new description has scanned everything, so nothing is left then.
        let work = hold.work
        hold.work = Hold.Work()
        if let scan = work.scan {
            refresh(because: context.board.current.isReady ? scan : .start)
        } else {
            let changes = work.changes.map { FileChange(path: $0, kind: $1) }.sorted { $0.path.string < $1.path.string }
            if !changes.isEmpty { apply(changes, since: work.since ?? .now) }
            if work.isRetry { retry() }
        }
        showPostponedWork()
    }

    /// Keeps a batch for the end of the leases.
    mutating func postpone(_ changes: [FileChange], since: SuspendingClock.Instant?, scan: BatchReport.Scan?) {
        hold.work.add(changes, since: since, scan: scan)
        showPostponedWork()
    }

    /// Keeps an accepted description for the end of the leases.
    mutating func postpone(_ project: Project) {
        hold.work.project = project
        showPostponedWork()
    }

    /// Forgets the postponed work, because a scan of everything has done it.
    mutating func dropPostponedWork() {
        hold.work = Hold.Work()
        showPostponedWork()
    }

    private func showPostponedWork() {
        let (files, isEmpty) = (hold.work.changes.count, hold.work.isEmpty)
        context.board.update { ($0.heldFiles, $0.holdsWork) = (files, !isEmpty) }
    }
}

extension Lease {
    var reason: Status.Reason {
        let end = until.map { "until \($0.localText)" } ?? "as long as it is connected"
        return Status.Reason(
            code: "paused", message: "generation is held back by '\(name)' \(end)", fix: "go on with: mockctl resume")
    }
}
