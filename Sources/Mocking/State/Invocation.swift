/// One call on its way: it has been recorded, and somebody has to answer it.
struct Invocation {
    let core: MockCore
    let member: MemberState
    let record: CallRecord
    /// The stubs there were when the call came, oldest first. Matchers run on this copy, outside the lock.
    let stubs: [Stub]
    /// A `TargetBox`, if calls are forwarded.
    let target: AnyObject?
    let callsSuper: Bool
    let isStrict: Bool

    /// Whether a call without a stub and without a result has nothing to do.
    var isInert: Bool { target == nil && !callsSuper && !isStrict }

    /// What the newest stub that fits makes of the call.
    func chosenAction<Arguments, Returns>(_ arguments: Arguments, returning: Returns.Type) -> StubAction? {
        guard !stubs.isEmpty else { return nil }
        return withUnsafePointer(to: arguments) { chosenAction(at: UnsafeRawPointer($0), arguments, returning) }
    }

    func finish<Returns>(_ result: Returns) {
        core.lock.locked { record.outcome = .value(result) }
    }

    func finish(throwing error: any Error) {
        core.lock.locked { record.outcome = .failure(error) }
    }

    private func chosenAction<Arguments, Returns>(
        at address: UnsafeRawPointer, _ arguments: Arguments, _ returning: Returns.Type
    ) -> StubAction? {
        for stub in stubs.reversed() {
            if stub.hasTypes(Arguments.self, Returns.self) {
                guard stub.rules.matches(at: address), let action = claim(stub, suits: { _ in true }) else { continue }
                stub.rules.takeEffect(at: address)
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

    /// A stub for whatever types steps aside when its value is of another type than the call needs.
    private func isUsable<Returns>(_ action: StubAction, as type: Returns.Type) -> Bool {
        guard case .value(let box) = action else { return true }
        return (box as? Box<Any>)?.value is Returns
    }

    /// The action of a stub for whatever types, as one for the types of the call.
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

/// A stub for whatever types returned a value that the call cannot return.
struct WrongResult: Error {
    let text: String

    init(value: Any) { text = "\(MockDescription.text(of: value)) of type \(type(of: value))" }
}
