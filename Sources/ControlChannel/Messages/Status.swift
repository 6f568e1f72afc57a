/// The answer to `GET /v1/status`: the state of the daemon and of its last work.
///
/// Parts that a daemon cannot fill are absent. Names are stable; new ones may be added.
package struct Status: Codable, Hashable, Sendable {
    package var api: String
    package var version: String
    package var pid: Int
    package var root: String
    package var state: DaemonState
    /// The time at which the state began; `nil` from daemons that do not note it.
    package var stateSince: Timestamp?
    /// The reasons why the state is not `ready`.
    package var reasons: [Reason]
    package var clock: EventClock
    package var startedAt: Timestamp
    package var uptimeMs: Int
    /// True if the first scan is done and every mock it found stale has been written.
    package var ready: Bool
    /// True if no change is pending and no mock is being generated.
    package var idle: Bool
    package var watch: Watch?
    package var pipeline: Pipeline?
    package var cache: Cache?
    package var outputs: Outputs?
    package var errors: Errors?
    package var clients: Clients?
    package var resources: Resources?

    /// - Note: The control server fills in `clock`, `uptimeMs`, `clients` and `resources` before it sends the answer.
    package init(
        of identity: DaemonIdentity, state: DaemonState, since: Timestamp? = nil, ready: Bool, idle: Bool,
        reasons: [Reason] = [], watch: Watch? = nil, pipeline: Pipeline? = nil, cache: Cache? = nil,
        outputs: Outputs? = nil,
        errors: Errors? = nil
    ) {
        self.api = String(WireFormat.apiVersion)
        self.version = identity.version
        self.pid = identity.pid
        self.root = identity.root
        self.state = state
        self.stateSince = since
        self.reasons = reasons
        self.clock = EventClock(epoch: 0, seq: 0)
        self.startedAt = identity.startedAt
        self.uptimeMs = 0
        self.ready = ready
        self.idle = idle
        self.watch = watch
        self.pipeline = pipeline
        self.cache = cache
        self.outputs = outputs
        self.errors = errors
    }

    /// A stable code with an explanation and a fix.
    package struct Reason: Codable, Hashable, Sendable {
        package var code: String
        package var message: String
        package var fix: String?

        package init(code: String, message: String, fix: String? = nil) {
            self.code = code
            self.message = message
            self.fix = fix
        }
    }

    /// The number of mocks in each state.
    package struct Outputs: Codable, Hashable, Sendable {
        package var current: Int
        package var stale: Int
        package var edited: Int
        package var orphaned: Int
        package var failed: Int

        package init(current: Int, stale: Int = 0, edited: Int = 0, orphaned: Int = 0, failed: Int = 0) {
            self.current = current
            self.stale = stale
            self.edited = edited
            self.orphaned = orphaned
            self.failed = failed
        }
    }

    package struct Errors: Codable, Hashable, Sendable {
        package var count: Int
        package var first: ReportedDiagnostic?
        /// The number of warnings and notes.
        package var others: Int?

        package init(count: Int, first: ReportedDiagnostic? = nil, others: Int? = nil) {
            self.count = count
            self.first = first
            self.others = others
        }
    }

    package struct Clients: Codable, Hashable, Sendable {
        package var connected: Int
        package var subscribers: Int
        /// Events that slow subscribers have missed since the start.
        package var dropped: Int

        package init(connected: Int, subscribers: Int, dropped: Int) {
            self.connected = connected
            self.subscribers = subscribers
            self.dropped = dropped
        }
    }

    package struct Resources: Codable, Hashable, Sendable {
        package var rssBytes: Int
        package var fds: Int
        package var threads: Int
        package var cpuMs: Int

        package init(rssBytes: Int, fds: Int, threads: Int, cpuMs: Int) {
            self.rssBytes = rssBytes
            self.fds = fds
            self.threads = threads
            self.cpuMs = cpuMs
        }
    }
}
