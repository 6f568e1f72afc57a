internal import MockEngine
internal import Synchronization

/// A request from its arrival to its answer. It can be cancelled until its outputs are written.
final class PendingRequest: Sendable {
    private enum State {
        case waiting
        case underWay(EngineProgress)
        case cancelled
        /// Its outputs are being written, or it is answered.
        case settled
    }

    let request: WorkRequest
    private let state = Mutex(State.waiting)

    init(_ request: WorkRequest) { self.request = request }

    var isCancelled: Bool { state.withLock { if case .cancelled = $0 { true } else { false } } }

    /// Cancels the request, and stops the engine that works on it.
    func cancel() {
        state.withLock { state in
            switch state {
            case .waiting: state = .cancelled
            case .underWay(let progress):
                progress.stop()
                state = .cancelled
            case .cancelled, .settled: break
            }
        }
    }

    /// Records that an engine works on it; returns false if it was cancelled.
    func begin(_ progress: EngineProgress) -> Bool {
        state.withLock { state in
            if case .cancelled = state { return false }
            state = .underWay(progress)
            return true
        }
    }

    /// Records that it cannot be cancelled any more; returns false if it was cancelled.
    func settle() -> Bool {
        state.withLock { state in
            if case .cancelled = state { return false }
            state = .settled
            return true
        }
    }
}
