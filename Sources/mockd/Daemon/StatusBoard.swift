internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import Synchronization

/// The last word of the engine's task, for everybody who asks while it is busy.
final class StatusBoard: Sendable {
    struct Snapshot: Sendable {
        var state = DaemonState.starting
        var reasons: [Status.Reason] = []
        var isReady = false
        /// Jobs that are queued or under way.
        var pending = 0
        /// Batches since the start.
        var generation = 0
        var files = 0
        var mocks = 0
        var lastBatch: BatchReport?
        var outputStates: [OutputState: Int] = [:]
        var diagnostics: [Diagnostic] = []
    }

    private let snapshot = Mutex(Snapshot())

    var current: Snapshot { snapshot.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout Snapshot) -> sending Result) -> Result {
        snapshot.withLock { change(&$0) }
    }
}
