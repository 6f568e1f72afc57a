/// Suspends a verification until another call is made, its time is up or its task is cancelled.
final class CallWaiter: CallObserver, @unchecked Sendable {  // `lock` guards every mutable property
    private enum State {
        case idle
        case signalled
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let lock = Lock()
    private var state = State.idle

    /// Ends the current wait; if there is none, the next one ends at once.
    func signal() {
        let continuation: CheckedContinuation<Void, Never>? = lock.locked {
            guard case .waiting(let continuation) = state else {
                state = .signalled
                return nil
            }
            state = .idle
            return continuation
        }
        continuation?.resume()
    }

    func callWasMade() { signal() }

    /// Returns after the next signal, or when the deadline has passed.
    func wait(until deadline: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForSignal() }
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForSignal() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSignalled = lock.locked {
                    if case .signalled = state {
                        state = .idle
                        return true
                    }
                    state = .waiting(continuation)
                    return false
                }
                if isSignalled { continuation.resume() }
            }
        } onCancel: {
            signal()
        }
    }
}
