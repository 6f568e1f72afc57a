/// Thrown by a call that nobody has stubbed and whose result nobody can make.
public struct UnstubbedCall: Error, Sendable, CustomStringConvertible {
    /// The call that nobody has stubbed; the failure that was reported for it tells more.
    public let description: String

    init(call: String, of mock: String) { description = "unstubbed call \(call) of \(mock)" }
}
