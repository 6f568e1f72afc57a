/// Thrown by an unstubbed call whose result cannot be created.
public struct UnstubbedCall: Error, Sendable, CustomStringConvertible {
    /// The unstubbed member; the failure reported for the call has the arguments and what to do.
    public let description: String
    /// Shared by all copies, because the error leaves one call of a mock after the other.
    private let passage = Passage()

    init(member: String, of mock: String) {
        description = "\(member) of \(mock) has no value to return; the failure before this one says why"
    }

    /// Notes that the error leaves a call of a mock: its own first, then those whose closures have made it.
    func leavesCall() { passage.lock.locked { passage.calls += 1 } }

    /// True if the error has left no other call than its own.
    var isOfOwnCall: Bool { passage.lock.locked { passage.calls < 2 } }

    private final class Passage: @unchecked Sendable {  // `lock` guards the number
        let lock = Lock()
        var calls = 0
    }
}
