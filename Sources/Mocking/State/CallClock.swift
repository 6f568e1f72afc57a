/// Numbers the calls of all mocks in order, and notifies the observers of new calls.
final class CallClock: @unchecked Sendable {  // `lock` guards every mutable property
    static let shared = CallClock()

    private let lock = Lock()
    private var number = 0
    private var observers: [ObjectIdentifier: any CallObserver] = [:]

    /// Returns the number of a new call, and whether an observer waits for it.
    ///
    /// A mock requests the number inside its own lock, in the same critical section that appends the record. An
    /// observer is added before it reads the records, so either it sees the record or this call sees the observer.
    func tick() -> (number: Int, isAwaited: Bool) {
        lock.locked {
            number += 1
            return (number, !observers.isEmpty)
        }
    }

    func wake() {
        let observing = lock.locked { Array(observers.values) }
        for observer in observing { observer.callWasMade() }
    }

    func add(_ observer: any CallObserver) {
        lock.locked { observers[ObjectIdentifier(observer)] = observer }
    }

    func remove(_ observer: any CallObserver) {
        _ = lock.locked { observers.removeValue(forKey: ObjectIdentifier(observer)) }
    }
}

/// An observer of calls. It is notified on the thread of the call, after the call has been recorded.
protocol CallObserver: AnyObject {
    func callWasMade()
}
