typealias AsyncBody<Arguments, Returns> = nonisolated(nonsending) (Arguments) async throws -> Returns

/// What a stub does with a call.
enum StubAction<Arguments, Returns> {
    case value(Returns)
    case failure(any Error)
    case body((Arguments) throws -> Returns)
    case asyncBody(AsyncBody<Arguments, Returns>)
    /// A closure of the very type of the member, in a `BodyBox`.
    case custom(AnyObject)
    /// To the target in a `TargetBox`, or to the mock's own if there is none.
    case forward(AnyObject?)
    case callSuper
    case useDefault

    var wantsDefault: Bool {
        guard case .useDefault = self else { return false }
        return true
    }
}

/// One link of the chain that a stub is.
struct StubStep<Arguments, Returns> {
    enum Duration {
        /// Once if another step follows, otherwise for ever.
        case natural
        case times(Int)
        case until(() -> Bool)
        case forever
    }

    /// More than one action is gone through over and over.
    let actions: [StubAction<Arguments, Returns>]
    let duration: Duration
    var uses = 0

    init(_ action: StubAction<Arguments, Returns>, _ duration: Duration) {
        self.init(actions: [action], duration)
    }

    init(actions: [StubAction<Arguments, Returns>], _ duration: Duration) {
        self.actions = actions
        self.duration = duration
    }

    mutating func use() -> StubAction<Arguments, Returns> {
        defer { uses += 1 }
        return actions[uses % actions.count]
    }
}

/// A closure of whatever type, behind a reference that tells the type.
final class BodyBox<Body> {
    let body: Body

    init(_ body: Body) { self.body = body }
}

/// An object that calls are forwarded to; a struct changes in here when a forwarded call changes it.
final class TargetBox<Target> {
    var target: Target

    init(_ target: Target) { self.target = target }
}
