extension CallWaiter {
    /// Waits until a condition holds, asking again after every call of any mock, or until the time is up.
    nonisolated(nonsending) static func waitForCalls(within duration: Duration, until isMet: () -> Bool) async {
        let deadline = ContinuousClock.now + duration
        let waiter = CallWaiter()
        // Added before the first look, so that no call falls between looking and waiting.
        CallClock.shared.add(waiter)
        defer { CallClock.shared.remove(waiter) }
        while !isMet(), ContinuousClock.now < deadline, !Task.isCancelled {
            await waiter.wait(until: deadline)
        }
    }
}

/// Repeats verifications after every call until they pass, and fails with the last failures when the time is up.
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
///   - duration: How long to try at most.
///   - body: The verifications; it may run many times, but what it captures and performs counts once.
public nonisolated(nonsending) func eventually(
    within duration: Duration = .seconds(1), _ body: () throws -> Void
) async rethrows {
    var attempt = try Attempt(body)
    let deadline = ContinuousClock.now + duration
    let waiter = CallWaiter()
    CallClock.shared.add(waiter)
    defer { CallClock.shared.remove(waiter) }
    while !attempt.collector.failures.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
        // Once more before sleeping: a call may have come before the waiter was added.
        attempt = try Attempt(body)
        guard !attempt.collector.failures.isEmpty else { break }
        await waiter.wait(until: deadline)
        attempt = try Attempt(body)
    }
    for failure in attempt.collector.failures { Failures.report(failure.message, at: failure.location) }
    attempt.collector.takeEffect()
}

/// One run of verifications that may be repeated.
private struct Attempt {
    let collector = FailureCollector(defersEffects: true)

    init(_ body: () throws -> Void) rethrows {
        try FailureCollector.$current.withValue(collector) { try body() }
    }
}
