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
    ///
    /// Ends the process for an unstubbed call without a value: the caller may have no code for an error, because the
    /// closure that it has passed throws none, and would run on with a result that is not there.
    public func outcome() throws -> Success {
        if case .failure(let error as UnstubbedCall) = self, error.isOfOwnCall {
            Failures.end("\(error); a member that rethrows cannot throw it", at: .unknown)
        }
        return try get()
    }
}
