/// The calls held by a stub that ``AsyncClause/willHold(fileID:filePath:line:column:)`` created.
public final class HeldCalls<Returns, Failure: Error>: @unchecked Sendable {  // `lock` guards every mutable property
    private struct Outcome {
        let result: Result<Returns, any Error>
    }

    private let lock = Lock()
    private var calls: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var outcomes: [Int: Outcome] = [:]
    /// Outcomes for future calls.
    private var early: [Outcome] = []
    private var watchers: [ObjectIdentifier: CallWaiter] = [:]
    private var number = 0
    /// The mock and the clause, for messages.
    private let mock: String
    private let text: String

    init(of mock: String, _ text: String) {
        self.mock = mock
        self.text = text
    }

    /// The number of calls that are held now.
    public var count: Int { lock.locked { calls.count } }

    /// Returns as soon as a call is held; fails the test if there is none in time.
    public func call(
        within duration: Duration = .seconds(10),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let deadline = ContinuousClock.now + duration
        let watcher = CallWaiter()
        defer { lock.locked { watchers[ObjectIdentifier(watcher)] = nil } }
        while !isHolding(or: watcher) {
            guard ContinuousClock.now < deadline, !Task.isCancelled else {
                let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
                Failures.report(
                    "\(mock): expected a call of \(text) to hold within \(duration), got none", at: location)
                return
            }
            await watcher.wait(until: deadline)
        }
    }

    /// True if a call is held; otherwise the watcher is notified of the next one.
    private func isHolding(or watcher: CallWaiter) -> Bool {
        lock.locked {
            if calls.isEmpty { watchers[ObjectIdentifier(watcher)] = watcher }
            return !calls.isEmpty
        }
    }

    /// Resumes the oldest held call with a value, or the next call if none is held.
    public func resume(returning value: Returns) { resume(Outcome(result: .success(value))) }

    /// Resumes the oldest held call with an error, or the next call if none is held.
    public func resume(throwing error: Failure) { resume(Outcome(result: .failure(error))) }

    private func resume(_ outcome: Outcome) {
        let continuation = lock.locked { () -> CheckedContinuation<Void, Never>? in
            guard !calls.isEmpty else {
                early.append(outcome)
                return nil
            }
            let call = calls.removeFirst()
            outcomes[call.id] = outcome
            return call.continuation
        }
        continuation?.resume()
    }

    nonisolated(nonsending) func outcome() async throws -> Returns {
        let id = lock.locked {
            number += 1
            return number
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { hold(id, $0) }
        } onCancel: {
            cancel(id)
        }
        guard let outcome = lock.locked({ outcomes.removeValue(forKey: id) }) else { throw CancellationError() }
        return try outcome.result.get()
    }

    private func hold(_ id: Int, _ continuation: CheckedContinuation<Void, Never>) {
        let (isOver, watching) = lock.locked { () -> (Bool, [CallWaiter]) in
            if !early.isEmpty { outcomes[id] = early.removeFirst() }
            let isOver = outcomes[id] != nil || (Task.isCancelled && Self.canCancel)
            guard !isOver else { return (true, []) }
            calls.append((id, continuation))
            return (false, Array(watchers.values))
        }
        if isOver { continuation.resume() }
        for watcher in watching { watcher.signal() }
    }

    /// Cancels a held call. If the member cannot throw the error of a cancelled task, the call stays held.
    private func cancel(_ id: Int) {
        guard Self.canCancel else { return }
        let call = lock.locked {
            calls.firstIndex { $0.id == id }.map { calls.remove(at: $0) }
        }
        call?.continuation.resume()
    }

    private static var canCancel: Bool { CancellationError() is Failure }
}

extension HeldCalls where Returns == Void {
    /// Resumes the oldest held call, or the next call if none is held.
    public func resume() { resume(returning: ()) }
}
