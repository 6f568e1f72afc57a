internal import ControlChannel
internal import Synchronization

/// The requests that wait until the engine has seen everything that was written before them.
///
/// Requests have increasing numbers, so the answer to one is an answer to all before it. It may come before the request
/// has begun to wait.
final class SyncWaiters: Sendable {
    enum Answer: Hashable, Sendable {
        case reached
        /// The engine has seen everything, and generates nothing until the lease ends.
        case heldBack(by: Lease)
        case cancelled
    }

    private struct State {
        var waiting: [UInt64: CheckedContinuation<Answer, Never>] = [:]
        /// The latest request that was reached.
        var reached: UInt64 = 0
        /// The latest request that found a lease.
        var heldBack: (id: UInt64, lease: Lease)?

        func answer(to id: UInt64) -> Answer? {
            if id <= reached { return .reached }
            if let heldBack, id <= heldBack.id { return .heldBack(by: heldBack.lease) }
            return nil
        }
    }

    private let state = Mutex(State())

    /// The number of requests that wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Waits for the answer to `id`.
    func wait(for id: UInt64) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Answer? = state.withLock { state in
                    if let answer = state.answer(to: id) { return answer }
                    if Task.isCancelled { return .cancelled }
                    state.waiting[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: .cancelled)
        }
    }

    func reach(_ id: UInt64) {
        answer { $0.reached = max($0.reached, id) }
    }

    func holdBack(_ id: UInt64, by lease: Lease) {
        answer { $0.heldBack = (id, lease) }
    }

    /// Resumes the requests that have an answer after the change.
    private func answer(_ change: (inout State) -> Void) {
        let answered = state.withLock { state in
            change(&state)
            let answered = state.waiting.compactMap { id, waiter in state.answer(to: id).map { (id, waiter, $0) } }
            for (id, _, _) in answered { state.waiting[id] = nil }
            return answered
        }
        for (_, waiter, answer) in answered { waiter.resume(returning: answer) }
    }
}
