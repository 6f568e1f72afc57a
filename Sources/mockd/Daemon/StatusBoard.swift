internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import Synchronization

/// The last state that the engine's task published, for requests that come while the engine is busy.
final class StatusBoard: Sendable {
    /// The parts that may give a reason why the daemon is not simply ready.
    enum Concern: CaseIterable {
        case watcher, configuration, loop, leases
    }

    struct Snapshot: Sendable {
        /// The watcher's part of the state.
        var watching = DaemonState.starting
        var concerns: [Concern: [Status.Reason]] = [:]
        /// The leases that hold generation back, and the number of changed files that they hold so far.
        var leases: [Lease] = []
        var heldFiles = 0
        /// True if the end of the leases leads to a batch.
        var holdsWork = false
        /// The reason why mocks cannot be written.
        var outputFailure: OutputFailure?
        /// The project of the last accepted configuration.
        var project: Project?
        /// The reason why the daemon ends without a request to stop.
        var loss: String?

        /// The files that the last description rests on, even if that was rejected.
        var evidence = DescriptionEvidence()
        /// The reasons why the last description was rejected: the one before is in force.
        var rejections: [Diagnostic] = [] { didSet { noteTimes() } }
        /// The first scan is done and its mocks are there.
        var isReady = false
        /// True once the daemon has begun to stop.
        var isStopping = false
        /// True if another request to reload would change nothing.
        var isReloadQueued = false
        /// Jobs that are queued or under way.
        var pending = 0
        /// Batches since the start.
        var generation = 0
        var files = 0
        var mocks = 0
        var lastBatch: BatchReport?
        /// The number of sources that were known without parsing them, and of those that had to be parsed.
        var cacheHits = 0
        var cacheMisses = 0
        /// True if some sources, or modules that mocks depend on, lie outside the watched tree.
        var hasUnwatchedInputs = false
        var outputStates: [OutputState: Int] = [:]
        var mockStates: [OutputState: Int] = [:]
        /// The first step of a user who has no mock yet.
        var firstStep: String?
        private(set) var diagnostics: [Diagnostic] = []
        /// The time at which each of them was first reported.
        private var diagnosticsSince: [Diagnostic: Timestamp] = [:]
        /// Outputs that could not be written or removed by the last batch.
        var failures: [FileSystemError] = []
        var errorCount: Int { diagnostics.count { $0.severity == .error } }

        mutating func updateDiagnostics(_ now: [Diagnostic]) {
            guard now != diagnostics else { return }
            diagnostics = now
            noteTimes()
        }

        private mutating func noteTimes() {
            let (earlier, moment) = (diagnosticsSince, Timestamp.now())
            diagnosticsSince = [:]
            for diagnostic in rejections + diagnostics { diagnosticsSince[diagnostic] = earlier[diagnostic] ?? moment }
        }

        func reported(_ diagnostic: Diagnostic) -> ReportedDiagnostic {
            ReportedDiagnostic(diagnostic, since: diagnosticsSince[diagnostic])
        }

        /// The time at which the state began.
        fileprivate(set) var stateSince = Timestamp.now()
        /// When the present batch began, or the last one ended.
        fileprivate(set) var pendingSince = Timestamp.now()

        /// The state of the daemon. It is ready when the watcher watches and the mocks are up to date.
        var state: DaemonState {
            if isStopping { return .stopping }
            guard watching == .ready else { return watching }
            guard isReady else { return .scanning }
            if let failure = outputFailure { return failure.state }
            if concerns[.loop] != nil { return .looping }
            return leases.isEmpty ? .ready : .paused
        }

        var reasons: [Status.Reason] {
            Concern.allCases.flatMap { concerns[$0] ?? [] } + [outputFailure?.reason].compactMap(\.self)
        }
    }

    private let snapshot = Mutex(Snapshot())

    var current: Snapshot { snapshot.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout Snapshot) -> sending Result) -> Result {
        snapshot.withLock { board in
            let before = (board.state, board.pending > 0)
            defer {
                if board.state != before.0 { board.stateSince = .now() }
                if (board.pending > 0) != before.1 { board.pendingSince = .now() }
            }
            return change(&board)
        }
    }
}
