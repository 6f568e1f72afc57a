/// What lets a `rethrows` member return the outcome of work that was not written as a call of its closure.
///
/// The compiler believes a witness of a `@rethrows` protocol to throw only if the closures of the caller do.
@rethrows public protocol RethrowingOutcome {
    /// The type of the result.
    associatedtype Output

    /// Returns the result or throws the error.
    func outcome() throws -> Output
}

extension RethrowingOutcome {
    /// Returns the result or rethrows the error, in a function that is marked `rethrows`.
    public func rethrowGet() rethrows -> Output { try outcome() }
}

extension Result: RethrowingOutcome {
    /// Returns the result or throws the error.
    public func outcome() throws -> Success { try get() }
}
