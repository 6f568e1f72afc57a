internal import Synchronization

/// The requests that wait until the engine has seen everything that was written before them.
///
/// The watcher may answer before the request has begun to wait: an answer without a waiter is kept, unless the request
/// has timed out before. Answers come in the order of the requests.
final class SyncWaiters: Sendable {
    private enum Entry {
        case waiting(CheckedContinuation<Bool, Never>)
        case reached
        /// The request has ended without an answer.
        case abandoned

        var isAbandoned: Bool { if case .abandoned = self { true } else { false } }
    }

    private let entries = Mutex<[UInt64: Entry]>([:])

    /// The number of requests that are remembered.
    var count: Int { entries.withLock { $0.count } }

    /// Returns `true` when `id` is reached, `false` when the task is cancelled first.
    func wait(for id: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = entries.withLock { entries in
                    switch entries[id] {
                    case .reached?:
                        entries[id] = nil
                        return true
                    case .abandoned?: return false
                    case .waiting?, nil:
                        entries[id] = .waiting(continuation)
                        return nil
                    }
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Ends the wait for an answer. Those for earlier requests cannot come any more.
    func reach(_ id: UInt64) {
        let entry = entries.withLock { entries in
            let entry = entries.removeValue(forKey: id)
            if entry == nil { entries[id] = .reached }
            if entries.count > 1 { entries = entries.filter { !$0.value.isAbandoned || $0.key > id } }
            return entry
        }
        if case .waiting(let continuation)? = entry { continuation.resume(returning: true) }
    }

    private func abandon(_ id: UInt64) {
        let entry = entries.withLock { entries in
            let entry = entries[id]
            // An answer that is there already is for the wait that is about to begin.
            if case .reached? = entry { return entry }
            entries[id] = .abandoned
            return entry
        }
        if case .waiting(let continuation)? = entry { continuation.resume(returning: false) }
    }
}
