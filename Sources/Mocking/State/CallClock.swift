/// Numbers the calls of all mocks in the order they are made, and wakes those who wait for the next one.
final class CallClock: @unchecked Sendable {  // `lock` guards every mutable property
    static let shared = CallClock()

    private let lock = Lock()
    private var number = 0
    private var observers: [ObjectIdentifier: any CallObserver] = [:]

    /// The number of a new call, and whether somebody waits for it.
    ///
    /// A mock asks for the number inside its own lock, in the same section that appends the record. An observer is added
    /// before it looks at the records, so it either sees the record or is seen here.
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

/// Somebody who waits for calls; told on the thread that calls, after the call has been recorded.
protocol CallObserver: AnyObject {
    func callWasMade()
}
