extension Mock {
    /// Records a call and returns its answer: that of the stub, or else the default value.
    ///
    /// - Parameters:
    ///   - function: the name of the method, for ``MockInvocation/functionName``.
    ///   - args: the arguments of the call, for ``MockInvocation/args`` and the closures of stubs.
    ///   - value: the result without a stub.
    public func registerInvocation<T>(
        for method: MockMethod, function: String = #function, args: Any?..., andReturn value: @autoclosure () -> T
    ) -> sending T {
        mockSixLock.answer(to: MockInvocation(method.rawValue, function, args)) { _ in value() }
    }

    /// Records a call and returns its answer: that of the stub, or else that of a closure.
    public func registerInvocation<T>(
        for method: MockMethod, function: String = #function, args: Any?..., returns: ([Any?]) -> T
    ) -> sending T {
        mockSixLock.answer(to: MockInvocation(method.rawValue, function, args), returns)
    }

    /// Records a call without a result.
    public func registerInvocation(for method: MockMethod, function: String = #function, args: Any?...) {
        mockSixLock.answer(to: MockInvocation(method.rawValue, function, args)) { _ in }
    }

    /// Records a call that can throw and returns its answer: that of the stub, or else the default value.
    public func registerThrowingInvocation<T>(
        for method: MockMethod, function: String = #function, args: Any?..., andReturn value: @autoclosure () -> T
    ) throws -> sending T {
        try mockSixLock.throwingAnswer(to: MockInvocation(method.rawValue, function, args)) { _ in value() }
    }

    /// Records a call that can throw and returns its answer: that of the stub, or else that of a closure.
    public func registerThrowingInvocation<T>(
        for method: MockMethod, function: String = #function, args: Any?..., returns: ([Any?]) throws -> T
    ) throws -> sending T {
        try mockSixLock.throwingAnswer(to: MockInvocation(method.rawValue, function, args), returns)
    }

    /// Records a call that can throw and has no result.
    public func registerThrowingInvocation(
        for method: MockMethod, function: String = #function, args: Any?...
    ) throws {
        try mockSixLock.throwingAnswer(to: MockInvocation(method.rawValue, function, args)) { _ in }
    }
}
