/// Lets a `rethrows` member return an outcome that was not produced by calling its closure.
///
/// The compiler assumes that a witness of a `@rethrows` protocol throws only if the caller's closures do.
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
