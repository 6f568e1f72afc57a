/// One recorded call that has not been answered yet.
struct Invocation {
    let core: MockCore
    let member: MemberState
    let record: CallRecord
    /// The stubs at the time of the call, oldest first. Matchers run on this copy, outside the lock.
    let stubs: [Stub]
    /// A `TargetBox` if calls are forwarded.
    let target: AnyObject?
    let callsSuper: Bool
    let isStrict: Bool

    /// True if a call without a stub and without a result needs no further work.
    var isInert: Bool { target == nil && !callsSuper && !isStrict }

    /// Returns the action of the newest matching stub.
    func chosenAction<Arguments, Returns>(_ arguments: Arguments, returning: Returns.Type) -> StubAction? {
        guard !stubs.isEmpty else { return nil }
        return withUnsafePointer(to: arguments) { chosenAction(at: UnsafeRawPointer($0), arguments, returning) }
    }

    func finish<Returns>(_ result: Returns) {
        core.lock.locked { record.outcome = .value(result) }
    }

    func finish(throwing error: any Error) {
        (error as? UnstubbedCall)?.leavesCall()
        core.lock.locked { record.outcome = .failure(error) }
    }

    private func chosenAction<Arguments, Returns>(
        at address: UnsafeRawPointer, _ arguments: Arguments, _ returning: Returns.Type
    ) -> StubAction? {
        for stub in stubs.reversed() {
            if stub.hasTypes(Arguments.self, Returns.self) {
                guard stub.rules.matches(at: address), let action = claim(stub, suits: { _ in true }) else { continue }
                stub.rules.applyEffect(at: address)
                return action
            }
            if stub.isOpenToAllTypes, let action = claim(stub, suits: { isUsable($0, as: Returns.self) }) {
                return typed(action, Arguments.self, Returns.self)
            }
        }
        return nil
    }

    private func claim(_ stub: Stub, suits: (StubAction) -> Bool) -> StubAction? {
        var asked: Int?
        var isDone = false
        while true {
            switch stub.lock.locked({ stub.claim(asked: asked, isDone: isDone, suits: suits) }) {
            case .action(let action):
                return action
            case .ask(let condition, let step):
                (asked, isDone) = (step, condition())
            case .nothing:
                return nil
            }
        }
    }

    /// True if the action's value has the type of the result. Otherwise a stub for any types is skipped.
    private func isUsable<Returns>(_ action: StubAction, as type: Returns.Type) -> Bool {
        guard case .value(let box) = action else { return true }
        return (box as? Box<Any>)?.value is Returns
    }

    /// The action of a stub for any types, converted to the types of the call.
    private func typed<Arguments, Returns>(
        _ action: StubAction, _: Arguments.Type, _: Returns.Type
    ) -> StubAction {
        func cast(_ value: Any) throws -> Returns {
            guard let result = value as? Returns else { throw WrongResult(value: value) }
            return result
        }
        switch action {
        case .value(let box):
            guard let value = (box as? Box<Any>)?.value as? Returns else { return action }
            return .value(Box(value))
        case .body(let body):
            guard let body = body as? SyncBody<Any, Any> else { return action }
            return .body(SyncBody<Arguments, Returns> { try cast(try body.run($0)) })
        case .asyncBody(let body):
            guard let body = body as? AsyncBodyBox<Any, Any> else { return action }
            return .asyncBody(AsyncBodyBox<Arguments, Returns> { try cast(try await body.run($0)) })
        case .failure, .custom, .forward, .callSuper, .useDefault:
            return action
        }
    }
}

/// Thrown if a stub for any types returned a value whose type is not the call's.
struct WrongResult: Error {
    let text: String

    init(value: Any) { text = "\(MockDescription.text(of: value)) of type \(type(of: value))" }
}
