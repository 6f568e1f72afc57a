extension MockState {
    /// Records and answers a call of an asynchronous member.
    public nonisolated(nonsending) func callAsync<Arguments, R>(
        _ member: String, _ arguments: Arguments, _ forward: (Target) async -> R
    ) async -> R {
        await answerAsync(member, arguments, default: { nil }) { await passAsync($0, forward) }
    }

    /// Records and answers a call of an asynchronous member that throws.
    @_disfavoredOverload
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: { nil }) { (route) async throws(E) in
            try await passAsync(route, forward)
        }
    }

    /// Records and answers a call of an asynchronous member whose result the library cannot create itself.
    public nonisolated(nonsending) func callAsync<Arguments, R>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (Target) async -> R
    ) async -> R {
        await answerAsync(member, arguments, default: makeDefault) { await passAsync($0, forward) }
    }

    /// Records and answers a call of an asynchronous member that throws and whose result the library cannot create
    /// itself.
    @_disfavoredOverload
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
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        super: () async throws(E) -> R, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, hasSuper: true, default: makeDefault) { (route) async throws(E) in
            if case .callSuper = route { return try await `super`() }
            return try await passAsync(route, forward)
        }
    }

    /// Records and answers a call of an actor's member; its arguments are sent to the other actor as the second
    /// parameter.
    public nonisolated(nonsending) func callActor<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (Target, sending Arguments) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            nonisolated(unsafe) let sent = arguments  // the caller waits until the other actor is done with them
            return try await passAsync(route) { (target) async throws(E) in try await forward(target, sent) }
        }
    }

    /// Records and answers a call that mutates the object it is forwarded to, if that is a struct.
    ///
    /// The struct is updated when the call ends; of two concurrent calls, the one that ends later overwrites the other.
    public nonisolated(nonsending) func callMutatingAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (inout Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            guard case .forward(let box) = route else { return nil }
            return try await changeAsync(box, forward)
        }
    }

    nonisolated(nonsending) func changeAsync<R, E: Error>(
        _ box: AnyObject, _ body: (inout Target) async throws(E) -> R
    ) async throws(E) -> R {
        nonisolated(unsafe) var target = read(box)  // the test shares its target with the mock knowingly
        defer { write(target, to: box) }
        return try await body(&target)
    }

    nonisolated(nonsending) func passAsync<R, E: Error>(
        _ route: Route, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R? {
        guard case .forward(let box) = route else { return nil }
        nonisolated(unsafe) let target = read(box)  // the test shares its target with the mock knowingly
        return try await forward(target)
    }

    /// Records an asynchronous call and answers it.
    ///
    /// - Parameter follow: follows a route that only the member can follow, to the target or to `super`; returns `nil`
    ///   if it cannot.
    nonisolated(nonsending) func answerAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, hasSuper: Bool = false, default makeDefault: () -> R?,
        follow: nonisolated(nonsending) (Route) async throws(E) -> R?
    ) async throws(E) -> R {
        let invocation = begin(member, arguments, returning: R.self)
        do throws(E) {
            let result = try await answerAsync(
                invocation, arguments, hasSuper: hasSuper, default: makeDefault, follow: follow)
            invocation.finish(result)
            return result
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
    }

    private nonisolated(nonsending) func answerAsync<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, hasSuper: Bool, default makeDefault: () -> R?,
        follow: nonisolated(nonsending) (Route) async throws(E) -> R?
    ) async throws(E) -> R {
        let action = invocation.chosenAction(arguments, returning: R.self)
        switch action {
        case .value(let box):
            return unsafeDowncast(box, to: Box<R>.self).value
        case .failure(let error):
            try pass(on: error, invocation, of: R.self, as: E.self)
        case .body(let body):
            do {
                return try unsafeDowncast(body, to: SyncBody<Arguments, R>.self).run(arguments)
            } catch {
                try pass(on: error, invocation, of: R.self, as: E.self)
            }
        case .asyncBody(let body):
            do {
                return try await unsafeDowncast(body, to: AsyncBodyBox<Arguments, R>.self).run(arguments)
            } catch {
                try pass(on: error, invocation, of: R.self, as: E.self)
            }
        case .custom, .forward, .callSuper, .useDefault, nil:
            guard let route = route(of: action, invocation, hasSuper: hasSuper) else { break }
            if let result = try await follow(route) { return result }
            return try unstubbed(
                invocation, arguments, .reported, property: .none, throwing: E.self, default: makeDefault)
        }
        return try unstubbed(
            invocation, arguments, UnstubbedReason(of: action), property: .none, throwing: E.self, default: makeDefault)
    }
}
