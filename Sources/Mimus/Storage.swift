internal import Mocking

/// The calls and values of one mock.
public final class Storage: @unchecked Sendable {  // `lock` guards every mutable property
    private let lock = Lock()
    private var calls: [RecordedCall] = []
    private var outcomes: [Outcome] = []

    /// Creates an empty storage.
    public init() {}

    /// Forgets all calls and values.
    public func reset() {
        let dropped = lock.locked {
            defer { (calls, outcomes) = ([], []) }
            return (calls, outcomes)
        }
        _ = dropped
    }

    func record(_ call: RecordedCall) { lock.locked { calls.append(call) } }

    func record(_ outcome: Outcome) { lock.locked { outcomes.append(outcome) } }

    func outcome(_ identifier: String, where isMeant: (RecordedCall) -> Bool) -> Outcome? {
        // Comparing runs code of the test, so the lock is not held.
        lock.locked { outcomes }.last { $0.call.identifier == identifier && isMeant($0.call) }
    }

    func verify(_ identifier: String, _ expected: Arguments, _ mode: VerificationMode, _ location: MockLocation) {
        let candidates = lock.locked { calls }.filter { $0.identifier == identifier }
        var found: Set<ObjectIdentifier> = []
        var mismatches: [String] = []
        for call in candidates {
            let differences = expected.mismatches(call.arguments)
            if differences.isEmpty {
                found.insert(ObjectIdentifier(call))
            } else {
                mismatches.append(differences.joined(separator: "\n"))
            }
        }
        let dropped = lock.locked {
            let matching = calls.filter { found.contains(ObjectIdentifier($0)) }
            calls.removeAll { found.contains(ObjectIdentifier($0)) }
            return matching
        }
        _ = dropped
        if let message = mode.failure(identifier, count: found.count, mismatches) {
            Failures.report(message, at: location)
        }
    }
}

/// A call with its arguments. An object, so that a verification can take the very calls that it has found.
final class RecordedCall {
    let identifier: String
    /// `nil` for a call without arguments.
    let arguments: [Any?]?

    init(identifier: String, arguments: [Any?]?) {
        self.identifier = identifier
        self.arguments = arguments
    }

    /// True if the arguments are equal to others, or are the same objects.
    func hasArguments(equalTo others: [Any?]?) -> Bool {
        guard let arguments, let others else { return (arguments ?? []).isEmpty && (others ?? []).isEmpty }
        return arguments.count == others.count && zip(arguments, others).allSatisfy(areEqual)
    }
}

/// The value or the error of calls with some arguments.
struct Outcome {
    var value: Any?
    var error: (any Error)?
    let call: RecordedCall

    init(value: Any? = nil, error: (any Error)? = nil, call: RecordedCall) {
        self.value = value
        self.error = error
        self.call = call
    }
}
