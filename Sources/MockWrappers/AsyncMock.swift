/// An asynchronous closure that answers a member of a mock, and keeps its calls.
@propertyWrapper public struct AsyncMock<Context, Value>: Sendable {
    /// The closure of an asynchronous member.
    public typealias Loader = nonisolated(nonsending) (Context) async -> Value

    /// The calls, and what is done with them.
    public let projectedValue: MockUsage<Context, Value, Loader>

    /// Wraps the closure that answers calls by default.
    public init(wrappedValue: @escaping Loader) { projectedValue = MockUsage(wrappedValue) }

    /// The closure to call. A call of it is recorded; a test assigns another closure.
    public var wrappedValue: Loader {
        get { projectedValue.getValue }
        nonmutating set { projectedValue.loader = newValue }
    }
}

/// An asynchronous closure that throws, answers a member of a mock, and keeps its calls.
@propertyWrapper public struct AsyncThrowingMock<Context, Value>: Sendable {
    /// The closure of an asynchronous member.
    public typealias Loader = nonisolated(nonsending) (Context) async throws -> Value

    /// The calls, and what is done with them.
    public let projectedValue: MockUsage<Context, Value, Loader>

    /// Wraps the closure that answers calls by default.
    public init(wrappedValue: @escaping Loader) { projectedValue = MockUsage(wrappedValue) }

    /// The closure to call. A call of it is recorded; a test assigns another closure.
    public var wrappedValue: Loader {
        get { projectedValue.getValue }
        nonmutating set { projectedValue.loader = newValue }
    }
}
