internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import Synchronization

/// The last word of the engine's task, for everybody who asks while it is busy.
final class StatusBoard: Sendable {
    /// Who may have a reason why the daemon is not simply ready.
    enum Concern: CaseIterable {
        case watcher, configuration, loop, leases
    }

    struct Snapshot: Sendable {
        /// The watcher's part of the state.
        var watching = DaemonState.starting
        var concerns: [Concern: [Status.Reason]] = [:]
        /// Who holds back generation, and how many changed files it has held back so far.
        var leases: [Lease] = []
        var heldFiles = 0
        /// Why mocks cannot be written.
        var outputTrouble: OutputTrouble?
        /// As it was read last.
        var project: Project?
        /// Why the daemon ends without being asked to.
        var loss: String?

        /// What the last description rests on, also if that was rejected.
        var evidence = DescriptionEvidence()
        /// The reasons why the last description was rejected: the one before is in force.
        var rejections: [Diagnostic] = [] { didSet { noteTimes() } }
        /// The first scan is done and its mocks are there.
        var isReady = false
        /// The end has begun.
        var isStopping = false
        /// Another request to reload would change nothing.
        var isReloadQueued = false
        /// Jobs that are queued or under way.
        var pending = 0
        /// Batches since the start.
        var generation = 0
        var files = 0
        var mocks = 0
        var lastBatch: BatchReport?
        /// How many sources were known without parsing them, and how many had to be parsed.
        var cacheHits = 0
        var cacheMisses = 0
        /// Some sources, or modules that mocks depend on, are where the watcher does not look.
        var looksElsewhere = false
        var outputStates: [OutputState: Int] = [:]
        var mockStates: [OutputState: Int] = [:]
        private(set) var diagnostics: [Diagnostic] = []
        /// When each of them was seen first.
        private var diagnosticsSince: [Diagnostic: Timestamp] = [:]
        /// Outputs that could not be written or removed by the last batch.
        var failures: [FileSystemError] = []
        var errorCount: Int { diagnostics.count { $0.severity == .error } }

        mutating func take(_ now: [Diagnostic]) {
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
            ReportedDiagnostic(
                file: diagnostic.path, line: diagnostic.position?.line, column: diagnostic.position?.column,
                severity: diagnostic.severity.rawValue, code: diagnostic.code, message: diagnostic.message,
                since: diagnosticsSince[diagnostic])
        }

        /// A watcher that watches is ready; the daemon is when the mocks are there, too.
        var state: DaemonState {
            if isStopping { return .stopping }
            guard watching == .ready else { return watching }
            guard isReady else { return .scanning }
            if let trouble = outputTrouble { return trouble.state }
            if concerns[.loop] != nil { return .looping }
            return leases.isEmpty ? .ready : .paused
        }

        var reasons: [Status.Reason] {
            Concern.allCases.flatMap { concerns[$0] ?? [] } + [outputTrouble?.reason].compactMap(\.self)
        }
    }

    private let snapshot = Mutex(Snapshot())

    var current: Snapshot { snapshot.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout Snapshot) -> sending Result) -> Result {
        snapshot.withLock { change(&$0) }
    }
}
