extension MockState {
    /// Records and answers a call of an asynchronous member.
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: { nil }) { (route) async throws(E) in
            try await passAsync(route, forward)
        }
    }

    /// Records and answers a call of an asynchronous member whose result the library could not make by itself.
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            try await passAsync(route, forward)
        }
    }

    /// Records and answers a call of an asynchronous member that cannot be forwarded.
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        throwing: E.Type = Never.self, unforwardable reason: StaticString
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            reportUnforwardable(member, reason)
            return nil
        }
    }

    /// Records and answers a call of an asynchronous member of a class mock.
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, super: () async throws(E) -> R,
        _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, hasSuper: true, default: { nil }) { (route) async throws(E) in
            if case .callSuper = route { return try await `super`() }
            return try await passAsync(route, forward)
        }
    }

    /// Records and answers a call of a member of an actor; its arguments go to the other actor as the second parameter.
    public nonisolated(nonsending) func callActor<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, _ forward: (Target, sending Arguments) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: { nil }) { (route) async throws(E) in
            nonisolated(unsafe) let sent = arguments  // the caller waits until the other actor is done with them
            return try await passAsync(route) { (target) async throws(E) in try await forward(target, sent) }
        }
    }

    nonisolated(nonsending) func passAsync<R, E: Error>(
        _ route: Route<Target>, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R? {
        guard case .forward(let box) = route else { return nil }
        nonisolated(unsafe) let target = read(box)  // the test shares its target with the mock knowingly
        return try await forward(target)
    }

    nonisolated(nonsending) func answerAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, hasSuper: Bool = false, default makeDefault: () -> R?,
        take: nonisolated(nonsending) (Route<Target>) async throws(E) -> R?
    ) async throws(E) -> R {
        let invocation = begin(member, arguments, returning: R.self)
        let result: R
        do throws(E) {
            result = try await answerAsync(invocation, hasSuper: hasSuper, default: makeDefault, take: take)
        } catch {
            invocation.finish(.failure(error))
            throw error
        }
        invocation.finish(.success(result))
        return result
    }

    private nonisolated(nonsending) func answerAsync<Arguments, R, E: Error>(
        _ invocation: Invocation<Arguments, R>, hasSuper: Bool, default makeDefault: () -> R?,
        take: nonisolated(nonsending) (Route<Target>) async throws(E) -> R?
    ) async throws(E) -> R {
        let action = invocation.chosenAction()
        switch action {
        case .value(let value):
            return value
        case .failure(let error):
            throw narrowed(error, invocation, to: E.self)
        case .body(let body):
            let outcome: Result<R, any Error> = Result { try body(invocation.arguments) }
            if let result = try settled(outcome, invocation, as: E.self) { return result }
        case .asyncBody(let body):
            let outcome: Result<R, any Error>
            do {
                outcome = .success(try await body(invocation.arguments))
            } catch {
                outcome = .failure(error)
            }
            if let result = try settled(outcome, invocation, as: E.self) { return result }
        case .custom, .forward, .callSuper, .useDefault, nil:
            if let route = route(of: action, invocation, hasSuper: hasSuper), let result = try await take(route) {
                return result
            }
        }
        return try unstubbed(
            invocation, isWanted: action?.wantsDefault ?? false, property: .none, throwing: E.self,
            default: makeDefault)
    }
}
