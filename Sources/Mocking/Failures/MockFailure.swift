/// Something a test should fail for.
public struct MockFailure: Sendable, CustomStringConvertible {
    /// What was expected and what happened instead, over several lines.
    public let message: String
    /// The line of the test that is to blame.
    public let location: MockLocation

    /// Makes a failure; a ``FailureReporter`` gets it as it is.
    public init(message: String, location: MockLocation) {
        self.message = message
        self.location = location
    }

    /// The message.
    public var description: String { message }
}
