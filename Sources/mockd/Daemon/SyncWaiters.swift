internal import Synchronization

/// The requests that wait until the engine has seen everything that was written before them.
///
/// The watcher may answer before the asker has begun to wait: an answer without a waiter is kept.
final class SyncWaiters: Sendable {
    private enum Entry {
        case waiting(CheckedContinuation<Bool, Never>)
        case reached
    }

    private let entries = Mutex<[UInt64: Entry]>([:])

    /// Returns `true` when `id` is reached, `false` when the task is cancelled first.
    func wait(for id: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = entries.withLock { entries in
                    if case .reached? = entries.removeValue(forKey: id) { return true }
                    if Task.isCancelled { return false }
                    entries[id] = .waiting(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            resume(id, returning: false)
        }
    }

    func reach(_ id: UInt64) { resume(id, returning: true) }

    private func resume(_ id: UInt64, returning answer: Bool) {
        let waiting: CheckedContinuation<Bool, Never>? = entries.withLock { entries in
            if case .waiting(let continuation)? = entries.removeValue(forKey: id) { return continuation }
            if answer { entries[id] = .reached }
            return nil
        }
        waiting?.resume(returning: answer)
    }
}
