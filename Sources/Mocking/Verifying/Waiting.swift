extension CallWaiter {
    /// Waits until a condition is true or the time is up; evaluates it again after every call of any mock.
    nonisolated(nonsending) static func waitForCalls(within duration: Duration, until isMet: () -> Bool) async {
        let deadline = ContinuousClock.now + duration
        let waiter = CallWaiter()
        // Added before the first check, so that no call between check and wait is missed.
        CallClock.shared.add(waiter)
        defer { CallClock.shared.remove(waiter) }
        while !isMet(), ContinuousClock.now < deadline, !Task.isCancelled {
            await waiter.wait(until: deadline)
        }
    }
}

/// Repeats verifications after every call until they pass; fails with the last failures when the time is up.
///
/// ```swift
/// await eventually {
///     verify(cook).log("ready").wasCalled()
///     inOrder {
///         verify(door).open().wasCalled()
///         verify(till).pay().wasCalled()
///     }
/// }
/// ```
///
/// - Parameters:
///   - duration: The maximum time to wait.
///   - body: The verifications. They may run many times, but their captures and actions count once.
public nonisolated(nonsending) func eventually(
    within duration: Duration = .seconds(1), _ body: () throws -> Void
) async rethrows {
    var attempt = try Attempt(body)
    let deadline = ContinuousClock.now + duration
    let waiter = CallWaiter()
    CallClock.shared.add(waiter)
    defer { CallClock.shared.remove(waiter) }
    while !attempt.collector.failures.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
        // Checks once more before waiting: a call may have been made before the waiter was added.
        attempt = try Attempt(body)
        guard !attempt.collector.failures.isEmpty else { break }
        await waiter.wait(until: deadline)
        attempt = try Attempt(body)
    }
    for failure in attempt.collector.failures { Failures.report(failure.message, at: failure.location) }
    attempt.collector.applyEffect()
}

/// One run of verifications that may be repeated.
private struct Attempt {
    let collector = FailureCollector(defersEffects: true)

    init(_ body: () throws -> Void) rethrows {
        try FailureCollector.$current.withValue(collector) { try body() }
    }
}
