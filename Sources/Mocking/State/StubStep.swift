typealias AsyncBody<Arguments, Returns> = nonisolated(nonsending) (Arguments) async throws -> Returns

/// What a stub does with a call.
///
/// The types of the stub are compared with those of the call before anything is taken out of a box.
enum StubAction {
    /// A `Box` of the result.
    case value(AnyObject)
    case failure(any Error)
    /// A `SyncBody`.
    case body(AnyObject)
    /// An `AsyncBodyBox`.
    case asyncBody(AnyObject)
    /// A `Box` of a closure of the very type of the member.
    case custom(AnyObject)
    /// To the target in a `TargetBox`, or to the mock's own if there is none.
    case forward(AnyObject?)
    case callSuper
    case useDefault
}

/// One link of the chain that a stub is.
struct StubStep {
    enum Duration {
        /// Once if another step follows, otherwise for ever.
        case natural
        case times(Int)
        case until(() -> Bool)
        case forever

        init(times: Int?) { self = times.map { .times($0) } ?? .natural }
    }

    /// More than one action is gone through over and over.
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

/// A value behind a reference.
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
