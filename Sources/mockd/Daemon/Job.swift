internal import ControlChannel
internal import FileWatching
internal import MockEngine

/// What the engine's task is asked to do. Everything goes through one queue, in order.
enum Job: Sendable {
    case watched(FileWatcher.Event)
    /// The answer is `nil` when the daemon stops first.
    case generate(GenerateRequest, CheckedContinuation<GenerateAnswer?, Never>)
    case explain(String, CheckedContinuation<Explanation?, Never>)
    case outputs(CheckedContinuation<[OutputSummary]?, Never>)
    case reload
}
