internal import ControlChannel
internal import FileWatching
internal import MockEngine

/// What the engine's task is asked to do. Everything goes through one queue, in order.
enum Job: Sendable {
    case watched(FileWatcher.Event)
    /// The answer is `nil` when the daemon stops first.
    case generate(GenerateRequest, CheckedContinuation<Result<GenerateAnswer, ControlError>?, Never>)
    case explain(String, CheckedContinuation<Explanation?, Never>)
    /// The answer is what changed, or why nothing did.
    case reload(CheckedContinuation<Result<[String], ConfigurationError>?, Never>? = nil)
    case outputs(CheckedContinuation<[OutputSummary]?, Never>)
    case inputs(CheckedContinuation<InputsAnswer?, Never>)
    case hold([Lease])
    /// What could not be written may be written now.
    case retry
    /// Sources that nobody watches may have changed, and those that were emptied may stay so.
    case lookElsewhere(CheckedContinuation<Void, Never>? = nil)
    /// Whoever asked wants the mocks of what is there now: sources that are empty are meant to be, and what could not be
    /// written is tried at once.
    case completeSync(CheckedContinuation<Void, Never>)

    /// Mostly not so the watcher's answer to a question, which the watchdog asks again and again, and looks elsewhere.
    func mayHaveChangedMocks(since generation: Int, now: Int) -> Bool {
        switch self {
        case .watched(.synced), .lookElsewhere, .completeSync: now != generation
        default: true
        }
    }
}
