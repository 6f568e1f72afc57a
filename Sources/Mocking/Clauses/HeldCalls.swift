/// The calls that a stub made with ``AsyncClause/willHold(fileID:filePath:line:column:)`` holds.
public final class HeldCalls<Returns, Failure: Error>: @unchecked Sendable {  // `lock` guards every mutable property
    private struct Outcome {
        let result: Result<Returns, any Error>
    }

    private let lock = Lock()
    private var calls: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var outcomes: [Int: Outcome] = [:]
    /// Outcomes for calls that have not come yet.
    private var early: [Outcome] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []
    private var number = 0

    init() {}

    /// How many calls are held right now.
    public var count: Int { lock.locked { calls.count } }

    /// Returns as soon as a call is held.
    public func call() async {
        await withCheckedContinuation { continuation in
            let isThere = lock.locked {
                guard calls.isEmpty else { return true }
                watchers.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets the oldest call go with a value, or the next one if none is held.
    public func resume(returning value: Returns) { resume(Outcome(result: .success(value))) }

    /// Lets the oldest call go with an error, or the next one if none is held.
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
        let (isOver, watching) = lock.locked { () -> (Bool, [CheckedContinuation<Void, Never>]) in
            if !early.isEmpty { outcomes[id] = early.removeFirst() }
            let isOver = outcomes[id] != nil || (Task.isCancelled && Self.canCancel)
            guard !isOver else { return (true, []) }
            calls.append((id, continuation))
            defer { watchers = [] }
            return (false, watchers)
        }
        if isOver { continuation.resume() }
        for watcher in watching { watcher.resume() }
    }

    /// A member that cannot throw the error of a cancelled task stays held.
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
    /// Lets the oldest call go, or the next one if none is held.
    public func resume() { resume(returning: ()) }
}
