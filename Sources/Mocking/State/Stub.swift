/// What a test said will happen to some calls of a member: a chain of steps, of which the last one repeats.
final class Stub {
    enum Claim {
        case action(StubAction)
        /// The condition is the test's own code, so it is asked outside the lock.
        case ask(() -> Bool, step: Int)
        case nothing
    }

    /// The lock of the mock that was stubbed, which guards all that changes.
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

    /// The calls that the stub answers to, as they read in messages.
    var text: String { MemberName(member).call(rules) }

    /// Whether the stub is for a generic member with whatever types.
    var isOpenToAllTypes: Bool { argumentsType == Any.self && returnsType == Any.self }

    func hasTypes(_ arguments: Any.Type, _ returns: Any.Type) -> Bool {
        argumentsType == arguments && returnsType == returns
    }

    func append(_ step: StubStep) { steps.append(step) }

    /// Takes what the next call gets, unless the steps have run out or the action does not suit the caller.
    ///
    /// - Parameters:
    ///   - asked: The step whose condition was asked, and so need not be asked again.
    ///   - isDone: The condition held, so the step is over.
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
