/// Numbers the calls of all mocks in the order they are made, and wakes those who wait for the next one.
final class CallClock: @unchecked Sendable {  // `lock` guards every mutable property
    static let shared = CallClock()

    private let lock = Lock()
    private var number = 0
    private var waiters: [ObjectIdentifier: CallWaiter] = [:]

    /// The number of a new call, and whether somebody waits for it.
    ///
    /// A mock asks for the number inside its own lock, in the same section that appends the record. A waiter is added
    /// before it looks at the records, so it either sees the record or is seen here.
    func tick() -> (number: Int, isAwaited: Bool) {
        lock.locked {
            number += 1
            return (number, !waiters.isEmpty)
        }
    }

    func wake() {
        let waiting = lock.locked { Array(waiters.values) }
        for waiter in waiting { waiter.signal() }
    }

    func add(_ waiter: CallWaiter) {
        lock.locked { waiters[ObjectIdentifier(waiter)] = waiter }
    }

    func remove(_ waiter: CallWaiter) {
        _ = lock.locked { waiters.removeValue(forKey: ObjectIdentifier(waiter)) }
    }
}
