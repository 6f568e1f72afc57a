/// One line of `GET /v1/events`: something that happened in the daemon.
package struct Event: Hashable, Sendable {
    package var clock: EventClock
    package var time: Timestamp
    package var content: Content

    package init(clock: EventClock, time: Timestamp, content: Content) {
        self.clock = clock
        self.time = time
        self.content = content
    }

    /// A change of a lease.
    package enum LeaseChange: String, Codable, Hashable, Sendable {
        case held, released, expired
    }

    package enum Content: Hashable, Sendable {
        // Events that the daemon publishes.
        case stateChanged(to: DaemonState, reasons: [Status.Reason])
        case batchStarted(files: Int)
        case inputChanged(path: String)
        case inputFailed(path: String, diagnostics: [ReportedDiagnostic])
        case outputWritten(path: String, sha256: String?, reason: String)
        case outputUnchanged(path: String)
        case outputRemoved(path: String, reason: String)
        case outputConflict(path: String, message: String)
        case batchFinished(BatchReport)
        /// No work is left.
        case settled
        case rescan(reason: String, files: Int, changed: Int, ms: Int)
        case overflow
        case configReloaded(changed: [String])
        /// A lease that holds back generation was taken, released or expired.
        case lease(Lease, change: LeaseChange)

        /// A line of the log, in `GET /v1/log` only.
        case log(LogRecord)

        // Lines that the server sends to one subscriber; these are not part of the history.
        /// The first line: where the stream begins, and the current state.
        case hello(DaemonIdentity, state: DaemonState)
        /// This subscriber was too slow: it lost `dropped` events, and the stream continues after `resume`.
        case lagged(dropped: Int, resume: EventClock)
        /// The requested events are no longer in the history; `status` is the current state.
        indirect case resync(Status)
        case ping

        /// An event of a newer daemon.
        case unknown(type: String)
    }
}

extension Event.Content {
    /// The name of the event in `types=` and in every line.
    package var type: String {
        switch self {
        case .stateChanged: "state-changed"
        case .batchStarted: "batch-started"
        case .inputChanged: "input-changed"
        case .inputFailed: "input-failed"
        case .outputWritten: "output-written"
        case .outputUnchanged: "output-unchanged"
        case .outputRemoved: "output-removed"
        case .outputConflict: "output-conflict"
        case .batchFinished: "batch-finished"
        case .settled: "settled"
        case .rescan: "rescan"
        case .overflow: "overflow"
        case .configReloaded: "config-reloaded"
        case .lease: "lease"
        case .log: "log"
        case .hello: "hello"
        case .lagged: "lagged"
        case .resync: "resync"
        case .ping: "ping"
        case .unknown(let type): type
        }
    }

    /// The names that `types=` accepts.
    package static let publishedTypes: [String] = [
        "state-changed", "batch-started", "input-changed", "input-failed", "output-written", "output-unchanged",
        "output-removed", "output-conflict", "batch-finished", "settled", "rescan", "overflow", "config-reloaded",
        "lease",
    ]
}
