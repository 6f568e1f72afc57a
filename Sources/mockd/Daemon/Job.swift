internal import ControlChannel
internal import FileWatching
internal import MockEngine

/// A request to the engine's task. All of them pass through one queue, in order.
enum Job: Sendable {
    case watched(FileWatcher.Event)
    /// The answer is `nil` when the daemon stops first.
    case generate(GenerateRequest, CheckedContinuation<Result<GenerateAnswer, ControlError>?, Never>)
    case explain(String, CheckedContinuation<Result<Explanation, ControlError>?, Never>)
    case show(String, CheckedContinuation<Result<MockInterface, ControlError>?, Never>)
    /// The answer is the list of changed keys, or the error that rejected the configuration.
    case reload(CheckedContinuation<Result<[String], ConfigurationError>?, Never>? = nil)
    /// Describes the project again if it may have changed.
    case describe
    case outputs(CheckedContinuation<[OutputSummary]?, Never>)
    case inputs(CheckedContinuation<InputsAnswer?, Never>)
    /// Reads the leases again, which have changed.
    case followLeases
    /// Tries again to write the outputs that failed.
    case retry
    /// Compares sources outside the watched tree, and emptied sources, which may have stayed empty.
    case scanUnwatched(CheckedContinuation<Void, Never>? = nil)
    /// Brings the mocks up to date with the files of now: empty sources count as meant, and failed outputs are tried at
    /// once. The answer is the lease that holds this back.
    case completeSync(CheckedContinuation<Lease?, Never>)

    /// Returns true if the job may have changed mocks. The watchdog's cookies and the comparisons outside the tree come
    /// again and again, and count only if they led to a batch.
    func mayHaveChangedMocks(since generation: Int, now: Int) -> Bool {
        switch self {
        case .watched(.synced), .describe, .scanUnwatched, .completeSync: now != generation
        default: true
        }
    }
}
