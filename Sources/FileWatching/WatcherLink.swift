/// The link to the watcher's process, which is there, or will be tried again.
enum WatcherLink {
    case running(WatcherProcess)
    /// A new process starts at this time; nothing is compared before.
    case restarting(at: SuspendingClock.Instant)
    /// Every directory is compared again and again, until a process that starts at this time watches them.
    case sweeping(because: WatchFault, until: SuspendingClock.Instant)

    var process: WatcherProcess? { if case .running(let process) = self { process } else { nil } }

    var sweepReason: WatchFault? { if case .sweeping(let fault, _) = self { fault } else { nil } }

    /// The earliest start of the next process, while there is none.
    var retry: SuspendingClock.Instant? {
        switch self {
        case .running: nil
        case .restarting(let time), .sweeping(_, let time): time
        }
    }

    /// Ends the process, and schedules the next one. Until then the link goes on sweeping if it swept before.
    mutating func end(retryingAt time: SuspendingClock.Instant) {
        process?.end()
        if case .sweeping(let fault, _) = self {
            self = .sweeping(because: fault, until: time)
        } else {
            self = .restarting(at: time)
        }
    }

    /// Ends the process, and compares every directory until the next one.
    mutating func sweep(because fault: WatchFault, until time: SuspendingClock.Instant) {
        process?.end()
        self = .sweeping(because: fault, until: time)
    }
}
