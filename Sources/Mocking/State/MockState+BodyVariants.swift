extension MockState {
    /// Records and answers a call with a closure of its own type that changes the object it is forwarded to, if that
    /// is a struct.
    public func callBodyMutating<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ apply: (Body) throws(E) -> R, forward: (inout Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper: return try passMutating(route, forward)
            }
        }
    }

    /// Records and answers a call of a class mock whose stub is a closure of the member's very type and whose result
    /// the library could not make by itself.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?, super: () throws(E) -> R,
        _ apply: (Body) throws(E) -> R, forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, hasSuper: true, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .callSuper: return try `super`()
            case .forward: return try pass(route, forward)
            }
        }
    }

    /// Records and answers such a call of an asynchronous member of a class mock.
    public nonisolated(nonsending) func callBodyAsync<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        super: () async throws(E) -> R, _ apply: nonisolated(nonsending) (Body) async throws(E) -> R,
        forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, hasSuper: true, default: makeDefault) { (route) async throws(E) in
            switch route {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else { return nil }
                return try await apply(body)
            case .callSuper:
                return try await `super`()
            case .forward:
                return try await passAsync(route, forward)
            }
        }
    }

    /// Records and answers such a call of an asynchronous member that cannot be forwarded.
    public nonisolated(nonsending) func callBodyAsync<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        unforwardable reason: StaticString, _ apply: nonisolated(nonsending) (Body) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            switch route {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else { return nil }
                return try await apply(body)
            case .forward, .callSuper:
                reportUnforwardable(member, reason)
                return nil
            }
        }
    }

    /// Records and answers an asynchronous call of a class mock whose result the library could not make by itself.
    public nonisolated(nonsending) func callAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        super: () async throws(E) -> R, _ forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, hasSuper: true, default: makeDefault) { (route) async throws(E) in
            if case .callSuper = route { return try await `super`() }
            return try await passAsync(route, forward)
        }
    }
}
