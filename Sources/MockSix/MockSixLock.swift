internal import Mocking

/// The calls and stubs of one mock.
public final class MockSixLock: @unchecked Sendable {  // `lock` guards every mutable property
    private struct Stub {
        let location: MockLocation
        let answer: ([Any?], Int) throws -> Any
        var calls = 0
        let time: Int
    }

    private let lock = Lock()
    private var calls: [(invocation: MockInvocation, time: Int)] = []
    private var stubs: [Int: Stub] = [:]

    init() {}

    var invocations: [MockInvocation] { current { calls.map(\.invocation) } }

    func stub(_ method: Int, _ location: MockLocation, _ answer: @escaping ([Any?], Int) throws -> Any) {
        // The stubs that are replaced are freed without the lock: freeing them may run code of the test.
        _ = current { stubs.updateValue(Stub(location: location, answer: answer, time: Resets.now), forKey: method) }
    }

    func unstub(_ method: Int) { _ = current { stubs.removeValue(forKey: method) } }

    func reset() {
        let dropped = lock.locked {
            defer { (calls, stubs) = ([], [:]) }
            return (calls, stubs)
        }
        _ = dropped
    }

    // MARK: Answers

    /// Records the call and returns the answer of its stub.
    ///
    /// - Parameter otherwise: the answer of a call without a stub, from its arguments.
    func answer<T>(to call: MockInvocation, _ otherwise: ([Any?]) -> T) -> sending T {
        var result: T?
        if let stub = record(call) {
            do {
                result = cast(try stub.answer(call.args, stub.calls), of: stub, call)
            } catch {
                Failures.report(
                    "the stub of \(call.functionName) throws \(error), and the method does not throw", at: stub.location
                )
            }
        }
        return disconnected(result ?? otherwise(call.args))
    }

    func throwingAnswer<T>(to call: MockInvocation, _ otherwise: ([Any?]) throws -> T) throws -> sending T {
        var result: T?
        if let stub = record(call) { result = cast(try stub.answer(call.args, stub.calls), of: stub, call) }
        return disconnected(try result ?? otherwise(call.args))
    }

    /// Adds the call, and returns the stub that answers it.
    private func record(_ call: MockInvocation) -> Stub? {
        current {
            calls.append((call, Resets.now))
            let stub = stubs[call.methodID]
            stubs[call.methodID]?.calls += 1
            return stub
        }
    }

    private func cast<T>(_ value: Any, of stub: Stub, _ call: MockInvocation) -> T? {
        if let result = value as? T { return result }
        Failures.report(
            "the stub of \(call.functionName) returns \(type(of: value)), and the method returns \(T.self)",
            at: stub.location)
        return nil
    }

    /// Drops what is older than the test's last `resetMockSix()`, and runs the closure with the lock held.
    private func current<R>(_ body: () -> R) -> R {
        let start = Resets.ofRunningTest
        // Freed without the lock, as above.
        let (result, dropped) = lock.locked {
            let dropped =
                start > 0 ? (calls.filter { $0.time < start }, stubs.filter { $0.value.time < start }) : ([], [:])
            if !dropped.0.isEmpty { calls.removeAll { $0.time < start } }
            for method in dropped.1.keys { stubs.removeValue(forKey: method) }
            return (body(), dropped)
        }
        _ = dropped
        return result
    }
}

/// Creates the calls and stubs of a mock that is a struct.
///
/// ```swift
/// struct StructParser: ParserProtocol, Mock {
///     let mockSixLock = lock()
/// ```
public func lock() -> MockSixLock { MockSixLock() }

/// Forgets the calls and stubs of every mock.
///
/// Under Swift Testing, tests run beside each other, so this forgets only what was recorded or stubbed before, as far as
/// the running test sees it: mocks of other tests keep theirs.
public func resetMockSix() { Resets.reset() }
