internal import Synchronization

/// The requests that wait until everything has been compared with the disk.
final class RescanWaiters: Sendable {
    private struct State {
        var waiters: [Int: CheckedContinuation<Int?, Never>] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Waits for the end of the rescan that `start` asks for.
    ///
    /// - Returns: How many files had changed; `nil` when the task is cancelled first.
    func wait(after start: () -> Void) async -> Int? {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isCancelled = state.withLock { state in
                    if !Task.isCancelled { state.waiters[id] = waiter }
                    return Task.isCancelled
                }
                if isCancelled { return waiter.resume(returning: nil) }
                start()
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }

    func finish(changed: Int) {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: changed) }
    }
}
