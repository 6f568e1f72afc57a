/// A stub for some calls of a member: a chain of steps, of which the last one repeats.
final class Stub {
    enum Claim {
        case action(StubAction)
        /// Requests the value of a condition. It is the test's own code, so it runs outside the lock.
        case ask(() -> Bool, step: Int)
        case nothing
    }

    /// The stubbed mock's lock, which guards all mutable properties.
    let lock: Lock
    let member: String
    let rules: ArgumentRules
    let argumentsType: Any.Type
    let returnsType: Any.Type
    let location: MockLocation
    private(set) var isUsed = false
    private var steps: [StubStep] = []
    private var position = 0

    init(
        lock: Lock, member: String, rules: ArgumentRules, argumentsType: Any.Type, returnsType: Any.Type,
        location: MockLocation
    ) {
        self.lock = lock
        self.member = member
        self.rules = rules
        self.argumentsType = argumentsType
        self.returnsType = returnsType
        self.location = location
    }

    /// The calls that the stub matches, as text for messages.
    var text: String { MemberName(member).call(rules) }

    /// True if the stub is for a generic member with any types.
    var isOpenToAllTypes: Bool { argumentsType == Any.self && returnsType == Any.self }

    /// True if the stub has answered a call, and its next step is `willReturnDefault()`.
    var asksForDefault: Bool {
        guard position < steps.count, case .useDefault = steps[position].nextAction else { return false }
        return isUsed
    }

    func hasTypes(_ arguments: Any.Type, _ returns: Any.Type) -> Bool {
        argumentsType == arguments && returnsType == returns
    }

    func append(_ step: StubStep) { steps.append(step) }

    /// Claims the action for the next call, unless the steps have run out or the action does not suit the caller.
    ///
    /// - Parameters:
    ///   - asked: The step whose condition was evaluated, so that it is not evaluated again.
    ///   - isDone: True if the condition was true, so the step is over.
    func claim(asked: Int?, isDone: Bool, suits: (StubAction) -> Bool) -> Claim {
        if let asked, isDone, position == asked { position += 1 }
        while position < steps.count {
            switch steps[position].duration {
            case .natural where steps[position].uses > 0 && position < steps.count - 1:
                position += 1
            case .times(let limit) where steps[position].uses >= limit:
                position += 1
            case .until(let condition) where asked != position:
                return .ask(condition, step: position)
            default:
                guard suits(steps[position].nextAction) else { return .nothing }
                isUsed = true
                return .action(steps[position].use())
            }
        }
        return .nothing
    }
}
