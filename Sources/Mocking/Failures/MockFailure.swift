/// Something a test should fail for.
public struct MockFailure: Sendable, CustomStringConvertible {
    private static let lock = Lock()
    nonisolated(unsafe) private static var observer: (@Sendable (MockFailure) -> Void)?  // `lock` guards it

    /// Gets every failure of the process besides the test framework, for example to keep a list of them.
    ///
    /// ```swift
    /// MockFailure.sink = { failure in print(failure.location, failure.message) }
    /// ```
    ///
    /// Failures that `collectFailures` and its siblings return are not reported, so they do not come here either.
    public static var sink: (@Sendable (MockFailure) -> Void)? {
        get { lock.locked { observer } }
        set { lock.locked { observer = newValue } }
    }

    /// What was expected and what happened instead, over several lines.
    public let message: String
    /// The line of the test that is to blame.
    public let location: MockLocation

    /// Makes a failure; a ``FailureReporter`` gets it as it is.
    public init(message: String, location: MockLocation) {
        self.message = message
        self.location = location
    }

    /// As compilers print errors: file and line, if they are known, and the message.
    public var __terminalText: String {
        let place = location.isKnown ? "\(location.filePath):\(location.line): " : ""
        return "\(place)error: \(message)"
    }

    /// The message.
    public var description: String { message }
}
