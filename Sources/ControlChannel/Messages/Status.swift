/// The answer to `GET /v1/status`: the state of the daemon and of its last work.
///
/// Parts that a daemon cannot fill are absent. Names are stable; new ones may be added.
package struct Status: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .get, "/v1/status", "The state of the daemon, and its last work.")

    package var api: String
    package var version: String
    package var pid: Int
    package var root: String
    package var state: DaemonState
    /// `nil` from daemons that do not note it.
    package var stateSince: Timestamp?
    package var reasons: [Reason]
    package var clock: EventClock
    package var startedAt: Timestamp
    package var uptimeMs: Int
    package var ready: Bool
    package var idle: Bool
    package var watch: Watch?
    package var pipeline: Pipeline?
    package var cache: Cache?
    package var outputs: Outputs?
    package var errors: Errors?
    package var clients: Clients?
    package var resources: Resources?

    package static let documentation = Documentation(
        "The state of the daemon, and its last work.",
        [
            "api": "The version of the interface, as in the paths.",
            "version": "The version of mockd.",
            "pid": "The process ID of the daemon.",
            "root": "The watched folder, with links resolved.",
            "state": """
            One of starting, scanning, ready, generating, paused, deferred-vcs, degraded, waiting-for-root, \
            read-only-output, looping, failed, stopping.
            """,
            "stateSince": "The time at which the state began.",
            "reasons": "The reasons for a state other than ready.",
            "clock": "The clock of the last event; /v1/events?since= continues from it.",
            "startedAt": "The time of the daemon's start.",
            "uptimeMs": "The time since the start, in milliseconds.",
            "ready": "True once the first scan is done and its mocks are written.",
            "idle": "True if nothing is pending or being generated.",
            "watch": "The watched files, and the state of watching.",
            "pipeline": "The current work.",
            "cache": "The cache between two starts; absent without one.",
            "outputs": "The number of mocks in each state.",
            "errors": "The errors in the sources.",
            "clients": "The connected clients.",
            "resources": "The resources that the process uses.",
        ])

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
    package struct Reason: Documented, Hashable {
        package var code: String
        package var message: String
        package var fix: String?

        package static let documentation = Documentation(
            "A reason for a state other than ready.",
            [
                "code": "A stable word for scripts, such as inotify-watches-exhausted or output-enospc.",
                "message": "A sentence.",
                "fix": "The remedy.",
            ])

        package init(code: String, message: String, fix: String? = nil) {
            self.code = code
            self.message = message
            self.fix = fix
        }
    }

    /// The number of mocks in each state.
    package struct Outputs: Documented, Hashable {
        package var current: Int
        package var stale: Int
        package var edited: Int
        package var orphaned: Int
        package var failed: Int

        package static let documentation = Documentation(
            "The number of mocks in each state.",
            [
                "current": "Up to date.",
                "stale": "Out of date, or missing.",
                "edited": "Edited by hand, and kept.",
                "orphaned": "No longer asked for, and kept because they were edited.",
                "failed": "Not written, because of an error or a file that is not mockd's.",
            ])

        package init(current: Int, stale: Int = 0, edited: Int = 0, orphaned: Int = 0, failed: Int = 0) {
            self.current = current
            self.stale = stale
            self.edited = edited
            self.orphaned = orphaned
            self.failed = failed
        }
    }

    package struct Errors: Documented, Hashable {
        package var count: Int
        package var first: ReportedDiagnostic?
        package var others: Int?

        package static let documentation = Documentation(
            "The errors in the sources.",
            ["count": "How many errors.", "first": "The first of them.", "others": "How many warnings and notes."])

        package init(count: Int, first: ReportedDiagnostic? = nil, others: Int? = nil) {
            self.count = count
            self.first = first
            self.others = others
        }
    }

    package struct Clients: Documented, Hashable {
        package var connected: Int
        package var subscribers: Int
        package var dropped: Int

        package static let documentation = Documentation(
            "The connected clients.",
            [
                "connected": "Connections.",
                "subscribers": "Connections that read events.",
                "dropped": "Events that slow subscribers have missed since the start.",
            ])

        package init(connected: Int, subscribers: Int, dropped: Int) {
            self.connected = connected
            self.subscribers = subscribers
            self.dropped = dropped
        }
    }

    package struct Resources: Documented, Hashable {
        package var rssBytes: Int
        package var fds: Int
        package var threads: Int
        package var cpuMs: Int

        package static let documentation = Documentation(
            "The resources that the process uses.",
            [
                "rssBytes": "Resident memory.",
                "fds": "Open file descriptors.",
                "threads": "Threads.",
                "cpuMs": "Time on processors since the start.",
            ])

        package init(rssBytes: Int, fds: Int, threads: Int, cpuMs: Int) {
            self.rssBytes = rssBytes
            self.fds = fds
            self.threads = threads
            self.cpuMs = cpuMs
        }
    }
}
