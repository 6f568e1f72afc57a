/// Thrown by a call that nobody has stubbed and whose result nobody can make.
public struct UnstubbedCall: Error, Sendable, CustomStringConvertible {
    /// The text of the failure that was reported for the call.
    public let description: String
}
