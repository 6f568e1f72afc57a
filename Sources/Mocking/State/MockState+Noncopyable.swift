extension MockState {
    /// Records and answers a call with a result that cannot be copied and that no other object can answer.
    public func callNoncopyable<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, unforwardable reason: StaticString,
        _ apply: (Body) throws(E) -> R
    ) throws(E) -> R {
        try callNoncopyable(member, arguments, apply) { (_) throws(E) -> R in
            reportUnforwardable(member, reason)
            Failures.trap("\(name).\(member) has no value to return; stub it with a closure", at: location)
        }
    }

    /// Records and answers an asynchronous call with a result that cannot be copied.
    public nonisolated(nonsending) func callNoncopyableAsync<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, _ apply: nonisolated(nonsending) (Body) async throws(E) -> R,
        forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        let invocation = begin(member, arguments, returning: Unrecorded<R>.self)
        let action = invocation.chosenAction(arguments, returning: Unrecorded<R>.self)
        if case .failure(let error) = action {
            invocation.finish(throwing: error)
            throw narrowed(error, invocation, to: E.self)
        }
        do throws(E) {
            switch route(of: action, invocation, hasSuper: false) {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else { break }
                let result = try await apply(body)
                invocation.finish(Unrecorded<R>())
                return result
            case .forward(let box):
                nonisolated(unsafe) let target = read(box)  // the test shares its target with the mock knowingly
                let result = try await forward(target)
                invocation.finish(Unrecorded<R>())
                return result
            case .callSuper, nil:
                break
            }
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
        Failures.trap(missingText(invocation, of: R.self), at: location)
    }
}
