extension MockState {
    /// Records a call and answers it.
    ///
    /// - Parameter take: Goes a way that the member alone can go; returns nothing if it cannot go it.
    func answer<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, hasSuper: Bool = false, property: PropertyAccess = .none,
        default makeDefault: () -> R?, take: (Route<Target>) throws(E) -> R?
    ) throws(E) -> R {
        let invocation = begin(member, arguments, returning: R.self)
        let result: R
        do throws(E) {
            result = try answer(
                invocation, hasSuper: hasSuper, property: property, default: makeDefault, take: take)
        } catch {
            invocation.finish(.failure(error))
            throw error
        }
        invocation.finish(.success(result))
        return result
    }

    private func answer<Arguments, R, E: Error>(
        _ invocation: Invocation<Arguments, R>, hasSuper: Bool, property: PropertyAccess,
        default makeDefault: () -> R?, take: (Route<Target>) throws(E) -> R?
    ) throws(E) -> R {
        let action = invocation.chosenAction()
        switch action {
        case .value(let value):
            return value
        case .failure(let error):
            throw narrowed(error, invocation, to: E.self)
        case .body(let body):
            let outcome: Result<R, any Error> = Result { try body(invocation.arguments) }
            if let result = try settled(outcome, invocation, as: E.self) { return result }
        case .asyncBody:
            report("an asynchronous stub cannot answer a synchronous call", invocation)
        case .custom, .forward, .callSuper, .useDefault, nil:
            if let route = route(of: action, invocation, hasSuper: hasSuper),
                let result = try take(route)
            {
                return result
            }
        }
        return try unstubbed(
            invocation, isWanted: action?.wantsDefault ?? false, property: property, throwing: E.self,
            default: makeDefault)
    }

    /// The way an action, or the lack of one, sends a call.
    func route<Arguments, R>(
        of action: StubAction<Arguments, R>?, _ invocation: Invocation<Arguments, R>, hasSuper: Bool
    ) -> Route<Target>? {
        switch action {
        case .custom(let body):
            return .custom(body)
        case .forward(let box?):
            guard let box = box as? TargetBox<Target> else {
                report("the target of willForward(to:) is of another type", invocation)
                return nil
            }
            return .forward(box)
        case .forward(nil):
            guard let box = ownTarget else {
                report("willForward() needs a mock made with forwardingTo:", invocation)
                return nil
            }
            return .forward(box)
        case .callSuper:
            guard hasSuper else {
                report("willCallSuper() needs a superclass that implements the member", invocation)
                return nil
            }
            return .callSuper
        case nil:
            if let box = ownTarget { return .forward(box) }
            return hasSuper && callsSuper ? .callSuper : nil
        default:
            return nil
        }
    }

    /// The result of a closure, or nothing if it returned what the call cannot return.
    func settled<Arguments, R, E: Error>(
        _ outcome: Result<R, any Error>, _ invocation: Invocation<Arguments, R>, as: E.Type
    ) throws(E) -> R? {
        switch outcome {
        case .success(let value):
            return value
        case .failure(let error as WrongResult):
            report("a stub for whatever types returned \(error.text), but the call returns \(R.self)", invocation)
            return nil
        case .failure(let error):
            throw narrowed(error, invocation, to: E.self)
        }
    }

    /// The error as the member may throw it.
    func narrowed<Arguments, R, E: Error>(
        _ error: any Error, _ invocation: Invocation<Arguments, R>, to type: E.Type
    ) -> E {
        if let error = error as? E { return error }
        let call = text(of: invocation)
        Failures.trap("\(name): a stub of \(call) threw \(error), but it can throw only \(E.self)", at: location)
    }

    func report<Arguments, R>(_ problem: String, _ invocation: Invocation<Arguments, R>) {
        Failures.report("\(name): \(text(of: invocation)): \(problem)", at: location)
    }
}
