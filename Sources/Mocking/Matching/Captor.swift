/// Keeps the arguments that a `.capture` matcher has seen.
///
/// ```swift
/// let messages = Captor<String>()
/// verify(cook).log(.capture(messages)).wasCalled(.atLeastOnce)
/// messages.last
/// ```
public final class Captor<Value>: @unchecked Sendable {  // `lock` guards the values; who reads them owns them
    private let lock = Lock()
    private var captured: [Value] = []

    /// Makes a captor that has seen nothing yet.
    public init() {}

    /// What was captured, oldest first.
    public var values: [Value] { lock.locked { captured } }

    /// What was captured last.
    public var last: Value? { lock.locked { captured.last } }

    /// Forgets what was captured.
    public func clear() {
        // Dropped outside the lock: a value may run code when it goes.
        let dropped = lock.locked {
            defer { captured = [] }
            return captured
        }
        _ = dropped
    }

    func capture(_ value: Value) { lock.locked { captured.append(value) } }
}
