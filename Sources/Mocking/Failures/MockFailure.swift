/// A reason for a test to fail.
public struct MockFailure: Sendable, CustomStringConvertible {
    private static let lock = Lock()
    nonisolated(unsafe) private static var observer: (@Sendable (MockFailure) -> Void)?  // `lock` guards it

    /// Receives every failure of the process in addition to the test framework, for example to keep a list of them.
    ///
    /// ```swift
    /// MockFailure.sink = { failure in print(failure.location, failure.message) }
    /// ```
    ///
    /// Failures that `collectFailures` or `failures(in:)` returns are not reported, so the sink does not receive them.
    public static var sink: (@Sendable (MockFailure) -> Void)? {
        get { lock.locked { observer } }
        set { lock.locked { observer = newValue } }
    }

    /// The expected and the actual behaviour, over several lines.
    public let message: String
    /// The line of the test that caused the failure.
    public let location: MockLocation

    /// Creates a failure for a ``FailureReporter``.
    public init(message: String, location: MockLocation) {
        self.message = message
        self.location = location
    }

    /// The failure in the format of a compiler error: file and line, if they are known, and the message.
    public var __terminalText: String {
        let prefix = location.isKnown ? "\(location.filePath):\(location.line): " : ""
        return "\(prefix)error: \(message)"
    }

    /// The message.
    public var description: String { message }
}
