/// Thrown by an unstubbed call whose result cannot be created.
public struct UnstubbedCall: Error, Sendable, CustomStringConvertible {
    /// The unstubbed call; the failure reported for it has the details.
    public let description: String

    init(call: String, of mock: String) { description = "unstubbed call \(call) of \(mock)" }
}
