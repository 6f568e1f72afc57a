internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// Generation that leases hold back, and the work that waits for their end. The engine's task owns it.
///
///     active ─postpone─▶ active … ─the last lease ends─▶ inactive, all work is done
struct Hold {
    /// The work that was postponed, each kind in as few passes as possible.
    struct Work {
        /// The latest change of each path.
        var changes: [FilePath: FileChange.Kind] = [:]
        /// The time of their first event.
        var since: SuspendingClock.Instant?
        /// The reason to scan everything.
        var scan: BatchReport.Scan?
        /// The project of a description that was accepted meanwhile.
        var project: Project?
        /// True if outputs or unread sources are to be tried again.
        var isRetry = false

        var isEmpty: Bool { changes.isEmpty && scan == nil && project == nil && !isRetry }

        /// Adds a batch.
        mutating func add(_ changes: [FileChange], since: SuspendingClock.Instant?, scan: BatchReport.Scan?) {
            for change in changes { self.changes[change.path] = change.kind }
            self.since = [self.since, since].compactMap(\.self).min()
            self.scan = self.scan ?? scan
            if changes.isEmpty, scan == nil { isRetry = true }
        }
    }

    var leases: [Lease] = []
    /// True during work that a client asks for in spite of the leases.
    var isSuspended = false
    var work = Work()

    var isActive: Bool { !leases.isEmpty && !isSuspended }
}
