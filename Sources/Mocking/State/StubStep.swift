typealias AsyncBody<Arguments, Returns> = nonisolated(nonsending) (Arguments) async throws -> Returns

/// The way a stub answers a call.
///
/// The stub's types are compared with the call's before a box is opened.
enum StubAction {
    /// A `Box` of the result.
    case value(AnyObject)
    case failure(any Error)
    /// A `SyncBody`.
    case body(AnyObject)
    /// An `AsyncBodyBox`.
    case asyncBody(AnyObject)
    /// A `Box` of a closure of exactly the member's type.
    case custom(AnyObject)
    /// The target in a `TargetBox`; `nil` for the mock's own target.
    case forward(AnyObject?)
    case callSuper
    case useDefault
}

/// One step in the chain of a stub.
struct StubStep {
    enum Duration {
        /// Once if another step follows, otherwise forever.
        case natural
        case times(Int)
        case until(() -> Bool)
        case forever

        init(times: Int?) { self = times.map { .times($0) } ?? .natural }
    }

    /// Several actions are repeated in a cycle.
    let actions: [StubAction]
    let duration: Duration
    var uses = 0

    init(_ action: StubAction, _ duration: Duration) {
        self.init(actions: [action], duration)
    }

    init(actions: [StubAction], _ duration: Duration) {
        self.actions = actions
        self.duration = duration
    }

    var nextAction: StubAction { actions.count == 1 ? actions[0] : actions[uses % actions.count] }

    mutating func use() -> StubAction {
        defer { uses += 1 }
        return nextAction
    }
}

/// A value in a reference.
final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A closure that answers calls.
final class SyncBody<Arguments, Returns> {
    let run: (Arguments) throws -> Returns

    init(_ run: @escaping (Arguments) throws -> Returns) { self.run = run }
}

/// A closure that answers calls and may suspend.
final class AsyncBodyBox<Arguments, Returns> {
    let run: AsyncBody<Arguments, Returns>

    init(_ run: @escaping AsyncBody<Arguments, Returns>) { self.run = run }
}
