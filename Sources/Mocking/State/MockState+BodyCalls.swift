extension MockState {
    /// Records and answers a call whose stub is a closure of exactly the member's type.
    ///
    /// For parameters that no tuple can store: `inout`, nonescaping closures, noncopyable values.
    ///
    /// - Parameters:
    ///   - member: The member with its labels; the same as in its clause.
    ///   - arguments: The recorded arguments, with ``Unrecorded`` in place of those that cannot be stored.
    ///   - apply: Calls a closure of the member's type with the arguments.
    ///   - forward: Calls the same member of another object.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, _ apply: (Body) throws(E) -> R,
        forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try callBody(member, arguments, default: nil, apply, forward: forward)
    }

    /// Records and answers such a call whose result the library cannot create itself.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ apply: (Body) throws(E) -> R, forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper: return try pass(route, forward)
            }
        }
    }

    /// Records and answers such a call that cannot be forwarded.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        unforwardable reason: StaticString, _ apply: (Body) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box):
                return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper:
                reportUnforwardable(member, reason)
                return nil
            }
        }
    }

    /// Records and answers such a call of a class mock.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        super: () throws(E) -> R, _ apply: (Body) throws(E) -> R, forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, hasSuper: true, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .callSuper: return try `super`()
            case .forward: return try pass(route, forward)
            }
        }
    }

    /// Records and answers such a call that mutates the object it is forwarded to, if that is a struct.
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

    /// Records and answers such a call of an asynchronous member.
    public nonisolated(nonsending) func callBodyAsync<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ apply: nonisolated(nonsending) (Body) async throws(E) -> R,
        forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            switch route {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else { return nil }
                return try await apply(body)
            case .forward, .callSuper:
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
            guard case .custom(let box) = route, let body = body(in: box, of: member, as: Body.self) else {
                reportUnforwardable(member, reason)
                return nil
            }
            return try await apply(body)
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

    func body<Body>(in box: AnyObject, of member: String, as type: Body.Type) -> Body? {
        if let box = box as? Box<Body> { return box.value }
        Failures.report(
            "\(name).\(member): the closure of its stub is no \(Body.self); generate the mock again",
            at: location)
        return nil
    }
}

extension Optional {
    /// `map` for closures with typed throws.
    func map<R, E: Error>(_ transform: (Wrapped) throws(E) -> R) throws(E) -> R? {
        guard let self else { return nil }
        return try transform(self)
    }
}
