import Foundation
import Synchronization
import Testing

/// Runs work on a thread with the stack size of the engine's parsing threads: 64 MiB.
func onDeepStack<Result: Sendable>(_ work: @Sendable @escaping () -> Result) throws -> Result {
    let slot = Slot<Result>()
    let thread = Thread { slot.fill(work()) }
    thread.stackSize = 64 * 1024 * 1024
    thread.start()
    return try #require(slot.wait())
}

private final class Slot<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)
    private let isFull = DispatchSemaphore(value: 0)

    func fill(_ value: Value) {
        content.withLock { $0 = value }
        isFull.signal()
    }

    func wait() -> Value? {
        isFull.wait()
        return content.withLock { $0 }
    }
}
