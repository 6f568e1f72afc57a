/// What a test said will happen to some calls of a member, whatever the types.
class AnyStub {
    let location: MockLocation
    /// The arguments that the stub answers to, as they read in messages.
    let describe: () -> String
    /// Guarded by the lock of the mock.
    var isUsed = false

    init(location: MockLocation, describe: @escaping () -> String) {
        self.location = location
        self.describe = describe
    }
}

/// What a test said will happen to some calls of a member: a chain of steps, of which the last one repeats.
final class Stub<Arguments, Returns>: AnyStub {
    enum Claim {
        case action(StubAction<Arguments, Returns>)
        /// The condition is the test's own code, so it is asked outside the lock.
        case ask(() -> Bool, step: Int)
        case nothing
    }

    let rules: ArgumentRules<Arguments>
    private var steps: [StubStep<Arguments, Returns>] = []
    private var position = 0

    init(rules: ArgumentRules<Arguments>, location: MockLocation, describe: @escaping () -> String) {
        self.rules = rules
        super.init(location: location, describe: describe)
    }

    func append(_ step: StubStep<Arguments, Returns>) { steps.append(step) }

    /// Takes what the next call gets, unless the steps have run out or the action does not suit the caller.
    ///
    /// - Parameter isDone: Steps that were asked, and whose condition held, are over.
    func claim(
        asked: Int?, isDone: Bool, suits: (StubAction<Arguments, Returns>) -> Bool = { _ in true }
    ) -> Claim {
        if let asked, isDone, position == asked { position += 1 }
        while position < steps.count {
            let isLast = position == steps.count - 1
            switch steps[position].duration {
            case .natural where !isLast && steps[position].uses > 0:
                position += 1
            case .times(let limit) where steps[position].uses >= limit:
                position += 1
            case .until(let condition) where asked != position:
                return .ask(condition, step: position)
            default:
                guard suits(steps[position].actions[steps[position].uses % steps[position].actions.count]) else {
                    return .nothing
                }
                isUsed = true
                return .action(steps[position].use())
            }
        }
        return .nothing
    }
}
