// Calls of the less common kinds whose result the library could not make by itself.
extension MockState {
    /// Records and answers a call with a `sending` argument, which the closure gets as its second parameter.
    public func callSending<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (Target, sending Arguments) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            nonisolated(unsafe) let sent = arguments  // the caller gave the arguments away; the record keeps them
            return try pass(route) { (target) throws(E) in try forward(target, sent) }
        }
    }

    /// Records and answers a call that changes the object it is forwarded to, if that is a struct.
    public func callMutating<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (inout Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            try passMutating(route, forward)
        }
    }

    /// Records and answers a call of a member of an actor; its arguments go to the other actor as the second parameter.
    public nonisolated(nonsending) func callActor<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (Target, sending Arguments) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            nonisolated(unsafe) let sent = arguments  // the caller waits until the other actor is done with them
            return try await passAsync(route) { (target) async throws(E) in try await forward(target, sent) }
        }
    }
}
