/// One call on its way: it has been recorded, and somebody has to answer it.
struct Invocation<Arguments, Returns> {
    let core: MockCore
    let member: MemberState
    let record: TypedRecord<Arguments, Returns>
    /// The stubs there were when the call came, oldest first. Matchers run on this copy, outside the lock.
    let stubs: [AnyStub]
    let arguments: Arguments

    /// What the newest stub that fits makes of the call.
    func chosenAction() -> StubAction<Arguments, Returns>? {
        for stub in stubs.reversed() {
            if let stub = stub as? Stub<Arguments, Returns> {
                guard stub.rules.matches(arguments) else { continue }
                guard let action = claim(stub, suits: { _ in true }) else { continue }
                stub.rules.takeEffect(arguments)
                return action
            }
            if let stub = stub as? Stub<Any, Any>, let action = claim(stub, suits: isUsable) {
                return typed(action)
            }
        }
        return nil
    }

    func finish(_ result: Result<Returns, any Error>) {
        core.lock.locked { record.result = result }
    }

    private func claim<A, R>(_ stub: Stub<A, R>, suits: (StubAction<A, R>) -> Bool) -> StubAction<A, R>? {
        var asked: Int?
        var isDone = false
        while true {
            switch core.lock.locked({ stub.claim(asked: asked, isDone: isDone, suits: suits) }) {
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
    private func isUsable(_ action: StubAction<Any, Any>) -> Bool {
        guard case .value(let value) = action else { return true }
        return value is Returns
    }

    private func typed(_ action: StubAction<Any, Any>) -> StubAction<Arguments, Returns> {
        switch action {
        case .value(let value): .value(value as! Returns)  // `isUsable` has looked
        case .failure(let error): .failure(error)
        case .body(let body): .body { try cast(try body($0)) }
        case .asyncBody(let body): .asyncBody { try cast(try await body($0)) }
        case .custom(let body): .custom(body)
        case .forward(let target): .forward(target)
        case .callSuper: .callSuper
        case .useDefault: .useDefault
        }
    }

    private func cast(_ value: Any) throws -> Returns {
        guard let result = value as? Returns else { throw WrongResult(value: value) }
        return result
    }
}

/// A stub for whatever types returned a value that the call cannot return.
struct WrongResult: Error {
    let text: String

    init(value: Any) { text = "\(MockDescription.text(of: value)) of type \(type(of: value))" }
}
