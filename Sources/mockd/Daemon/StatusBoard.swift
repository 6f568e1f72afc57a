internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import Synchronization

/// The last word of the engine's task, for everybody who asks while it is busy.
final class StatusBoard: Sendable {
    struct Snapshot: Sendable {
        /// The watcher's part of the state.
        var watching = DaemonState.starting
        var watchReason: Status.Reason?
        /// Outputs that are left alone because somebody undoes every write.
        var loopReason: Status.Reason?
        /// What is wrong with the configuration on disk, while an earlier one is in force.
        var configurationReason: Status.Reason?
        /// The first scan is done and its mocks are there.
        var isReady = false
        /// Jobs that are queued or under way.
        var pending = 0
        /// Batches since the start.
        var generation = 0
        var files = 0
        var mocks = 0
        var lastBatch: BatchReport?
        var outputs: [OutputSummary] = []
        var diagnostics: [Diagnostic] = []

        /// A watcher that watches is ready; the daemon is when the mocks are there, too.
        var state: DaemonState {
            guard watching == .ready else { return watching }
            return !isReady ? .scanning : loopReason == nil ? .ready : .looping
        }

        var reasons: [Status.Reason] { [watchReason, loopReason, configurationReason].compactMap(\.self) }
    }

    private let snapshot = Mutex(Snapshot())

    var current: Snapshot { snapshot.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout Snapshot) -> sending Result) -> Result {
        snapshot.withLock { change(&$0) }
    }
}
