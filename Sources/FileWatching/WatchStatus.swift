/// The watcher's figures, for `mockctl status`.
package struct WatchStatus: Hashable, Sendable {
    package var state: WatchState = .starting
    package var directories = 0
    package var files = 0
    /// Directories that are compared again and again because the kernel refused to watch them.
    package var uncovered = 0
    /// Watches that the kernel has, of directories and of what is watched besides them.
    package var kernelWatches = 0
    /// Hints received since the start.
    package var events = 0
    package var overflows = 0
    package var restarts = 0
    package var recrawls = 0
    package var lastRecrawl: Recrawl?
    /// Complete audits, how long the last of them worked, and the changes that only they found.
    package var audits = 0
    package var lastAudit: Duration?
    package var driftFound = 0
    /// Hints that have not been looked at.
    package var pending = 0
    /// Entries that libinotifytools keeps for directories that are gone; they go with its process.
    package var deadEntries = 0
    /// The process id of `mockd-watcher`.
    package var watcherProcess: Int32?
    /// When it was heard of last; it is asked for a sign of life when it has been silent for a while.
    package var lastSign: SuspendingClock.Instant?

    /// Everything was watched and compared again.
    package struct Recrawl: Hashable, Sendable {
        package var reason: String
        package var duration: Duration
        package var changed: Int
    }
}

/// Whether the watcher keeps its promise.
package enum WatchState: Hashable, Sendable {
    case starting
    case watching
    /// Changes wait for git to release its index.
    case deferred
    /// Everything is being compared again, for a reason.
    case recrawling(reason: String)
    /// The root is gone. What was generated stays until it returns.
    case waitingForRoot
    /// Changes are seen late, for a reason that somebody can do something about.
    case degraded(Degradation)

    package struct Degradation: Hashable, Sendable {
        /// Stable, for programs: `inotify-watches-exhausted`, `inotify-instances-exhausted`, `watcher-failing`, `unwatchable-directories`,
        /// `unreadable-entries`.
        package var code: String
        package var message: String
        /// What to do about it.
        package var fix: String

        package init(code: String, message: String, fix: String) {
            self.code = code
            self.message = message
            self.fix = fix
        }
    }
}
