/// Thrown by an unstubbed call whose result cannot be created.
public struct UnstubbedCall: Error, Sendable, CustomStringConvertible {
    /// The unstubbed member; the failure reported for the call has the arguments and what to do.
    public let description: String

    init(member: String, of mock: String) {
        description = "\(member) of \(mock) has no value to return; the failure before this one says why"
    }
}
