internal import Synchronization

/// The requests that wait until the engine has seen everything that was written before them.
///
/// Requests have increasing numbers, so the answer to one is an answer to all before it. It may come before the request
/// has begun to wait.
final class SyncWaiters: Sendable {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        /// The latest request that was answered.
        var reached: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of requests that wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Returns `true` when `id` is reached, `false` when the task is cancelled first.
    func wait(for id: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if id <= state.reached { return true }
                    if Task.isCancelled { return false }
                    state.waiting[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
        }
    }

    func reach(_ id: UInt64) {
        let answered = state.withLock { state in
            state.reached = max(state.reached, id)
            let answered = state.waiting.filter { $0.key <= id }
            for id in answered.keys { state.waiting[id] = nil }
            return answered.values
        }
        for continuation in answered { continuation.resume(returning: true) }
    }
}
