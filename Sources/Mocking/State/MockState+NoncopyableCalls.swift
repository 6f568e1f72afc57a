extension MockState {
    /// Records a call with a noncopyable result and answers it with a closure or by forwarding.
    ///
    /// - Parameters:
    ///   - member: The member with its labels; the same as in its clause.
    ///   - arguments: The recorded arguments, with ``Unrecorded`` in place of those that cannot be stored.
    ///   - apply: Calls a closure of the member's type with the arguments.
    ///   - forward: Calls the same member of another object.
    public func callNoncopyable<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, _ apply: (Body) throws(E) -> R,
        forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        let (invocation, route) = try beginNoncopyable(member, arguments, R.self, throwing: E.self)
        do throws(E) {
            let result: R
            switch route {
            case .custom(let box): result = try apply(body(in: box, invocation, of: R.self))
            case .forward(let box): result = try forward(read(box))
            case .callSuper: Failures.trap(missingText(invocation, ofNoncopyable: R.self), at: location)
            }
            invocation.finish(Unrecorded<R>())
            return result
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
    }

    /// Records and answers such a call that cannot be forwarded.
    public func callNoncopyable<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, unforwardable reason: StaticString,
        _ apply: (Body) throws(E) -> R
    ) throws(E) -> R {
        try callNoncopyable(member, arguments, apply) { (_) throws(E) in
            Failures.trap(unforwardableText(member, "\(reason)"), at: location)
        }
    }

    /// Records and answers such a call of an asynchronous member.
    public nonisolated(nonsending) func callNoncopyableAsync<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments,
        _ apply: nonisolated(nonsending) (Body) async throws(E) -> R, forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        let (invocation, route) = try beginNoncopyable(member, arguments, R.self, throwing: E.self)
        do throws(E) {
            let result: R
            switch route {
            case .custom(let box):
                result = try await apply(body(in: box, invocation, of: R.self))
            case .forward(let box):
                nonisolated(unsafe) let target = read(box)  // the test shares its target with the mock knowingly
                result = try await forward(target)
            case .callSuper:
                Failures.trap(missingText(invocation, ofNoncopyable: R.self), at: location)
            }
            invocation.finish(Unrecorded<R>())
            return result
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
    }

    /// Records and answers such a call of an asynchronous member that cannot be forwarded.
    public nonisolated(nonsending) func callNoncopyableAsync<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, unforwardable reason: StaticString,
        _ apply: nonisolated(nonsending) (Body) async throws(E) -> R
    ) async throws(E) -> R {
        try await callNoncopyableAsync(member, arguments, apply) { (_) async throws(E) in
            Failures.trap(self.unforwardableText(member, reason.description), at: self.location)
        }
    }

    /// Records the call and finds its route. Without one the process ends: no default can be created for a noncopyable
    /// type.
    private func beginNoncopyable<Arguments, R: ~Copyable, E: Error>(
        _ member: String, _ arguments: Arguments, _ returns: R.Type, throwing: E.Type
    ) throws(E) -> (Invocation, Route) {
        let invocation = begin(member, arguments, returning: Unrecorded<R>.self)
        let action = invocation.chosenAction(arguments, returning: Unrecorded<R>.self)
        if case .failure(let error) = action {
            invocation.finish(throwing: error)
            if let error = error as? E { throw error }
            Failures.trap(problemText(misfitText(error, E.self), invocation), at: location)
        }
        guard let route = route(of: action, invocation, hasSuper: false) else {
            Failures.trap(missingText(invocation, ofNoncopyable: R.self), at: location)
        }
        return (invocation, route)
    }

    private func body<Body, R: ~Copyable>(in box: AnyObject, _ invocation: Invocation, of: R.Type) -> Body {
        guard let body = body(in: box, of: invocation.member.name, as: Body.self) else {
            Failures.trap(missingText(invocation, ofNoncopyable: R.self), at: location)
        }
        return body
    }
}
