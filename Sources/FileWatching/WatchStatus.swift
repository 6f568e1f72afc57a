/// The watcher's figures, for `mockctl status`.
package struct WatchStatus: Hashable, Sendable {
    package var state: WatchState = .starting
    package var directories = 0
    package var files = 0
    /// Directories that are compared repeatedly because the kernel refused to watch them.
    package var uncovered = 0
    /// Watches in the kernel: the tree's directories and those watched besides the tree.
    package var kernelWatches = 0
    /// Hints received since the start.
    package var events = 0
    package var overflows = 0
    package var restarts = 0
    package var recrawls = 0
    package var lastRecrawl: Recrawl?
    /// Complete audits, the working time of the last one, and the changes that only audits found.
    package var audits = 0
    package var lastAudit: Duration?
    package var driftFound = 0
    /// Hints that have not been resolved.
    package var pending = 0
    /// Entries that libinotifytools keeps for removed directories; only the end of its process frees them.
    package var deadEntries = 0
    /// The process id of `mockd-watcher`.
    package var watcherProcess: Int32?
    /// When the process last sent a message; after a long silence it must give a sign of life.
    package var lastSign: SuspendingClock.Instant?

    /// One recrawl: every directory was watched and compared again.
    package struct Recrawl: Hashable, Sendable {
        package var reason: String
        package var duration: Duration
        package var changed: Int
    }
}

/// The watcher's state: complete, delayed or degraded.
package enum WatchState: Hashable, Sendable {
    case starting
    case watching
    /// Changes wait for git to release its index.
    case deferred
    /// The whole tree is being compared again.
    case recrawling(reason: String)
    /// The root does not exist. Generated files stay until it returns.
    case waitingForRoot
    /// Changes are found late, for a reason that the user can fix.
    case degraded(Degradation)

    package struct Degradation: Hashable, Sendable {
        /// A stable name, for programs: a raw value of `WatchFault`.
        package var code: String
        package var message: String
        /// The action that fixes it.
        package var fix: String

        package init(code: String, message: String, fix: String) {
            self.code = code
            self.message = message
            self.fix = fix
        }
    }
}
