internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import Synchronization

/// The last word of the engine's task, for everybody who asks while it is busy.
final class StatusBoard: Sendable {
    /// Who may have a reason why the daemon is not simply ready.
    enum Concern: CaseIterable {
        case watcher, configuration
    }

    struct Snapshot: Sendable {
        /// As far as the watcher and the first scan are concerned.
        private var progress = DaemonState.starting
        var state: DaemonState {
            get { progress == .ready ? outputTrouble?.state ?? .ready : progress }
            set { progress = newValue }
        }
        var concerns: [Concern: [Status.Reason]] = [:]
        /// Why mocks cannot be written.
        var outputTrouble: OutputTrouble?
        var reasons: [Status.Reason] {
            Concern.allCases.flatMap { concerns[$0] ?? [] } + [outputTrouble?.reason].compactMap(\.self)
        }
        /// What the project goes by, as it was read last.
        var settings: [ProjectSetting] = []
        var isReady = false
        /// Another request to reload would change nothing.
        var isReloadQueued = false
        /// Jobs that are queued or under way.
        var pending = 0
        /// Batches since the start.
        var generation = 0
        var files = 0
        var mocks = 0
        var lastBatch: BatchReport?
        var outputs: [OutputSummary] = []
        var diagnostics: [Diagnostic] = []
        /// Outputs that could not be written or removed by the last batch.
        var failures: [FileSystemError] = []
        var errorCount: Int { diagnostics.count { $0.severity == .error } }
    }

    private let snapshot = Mutex(Snapshot())

    var current: Snapshot { snapshot.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout Snapshot) -> sending Result) -> Result {
        snapshot.withLock { change(&$0) }
    }
}
