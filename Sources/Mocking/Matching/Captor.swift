/// Stores the arguments that a `.capture` matcher has matched.
///
/// ```swift
/// let messages = Captor<String>()
/// verify(cook).log(.capture(messages)).wasCalled(.atLeastOnce)
/// messages.last
/// ```
public final class Captor<Value>: @unchecked Sendable {  // `lock` guards the values; the test that reads them owns them
    private let lock = Lock()
    private var captured: [Value] = []

    /// Creates an empty captor.
    public init() {}

    /// The captured values, oldest first.
    public var values: [Value] { lock.locked { captured } }

    /// The last captured value.
    public var last: Value? { lock.locked { captured.last } }

    /// Removes the captured values.
    public func clear() {
        // Released outside the lock: releasing a value may run its code.
        let dropped = lock.locked {
            defer { captured = [] }
            return captured
        }
        _ = dropped
    }

    func capture(_ value: Value) { lock.locked { captured.append(value) } }
}
