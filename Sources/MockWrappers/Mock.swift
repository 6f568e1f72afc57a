/// A closure that answers a member of a mock, and keeps its calls.
///
/// ```swift
/// @Mock var fileExistsMock = { (path: String) -> Bool in FileManager.default.fileExists(atPath: path) }
///
/// mock.fileExistsMock = { _ in true }
/// #expect(mock.$fileExistsMock.wasCalled(with: "/tmp"))
/// ```
@propertyWrapper public struct Mock<Context, Value>: Sendable {
    /// The calls, and what is done with them.
    public let projectedValue: MockUsage<Context, Value, (Context) -> Value>

    /// Wraps the closure that answers calls by default.
    public init(wrappedValue: @escaping (Context) -> Value) {
        projectedValue = MockUsage(wrappedValue)
    }

    /// The closure to call. A call of it is recorded; a test assigns another closure.
    public var wrappedValue: (Context) -> Value {
        get { projectedValue.getValue }
        nonmutating set { projectedValue.loader = newValue }
    }
}

/// A throwing closure that answers a member of a mock, and keeps its calls.
@propertyWrapper public struct ThrowingMock<Context, Value>: Sendable {
    /// The calls, and what is done with them.
    public let projectedValue: MockUsage<Context, Value, (Context) throws -> Value>

    /// Wraps the closure that answers calls by default.
    public init(wrappedValue: @escaping (Context) throws -> Value) {
        projectedValue = MockUsage(wrappedValue)
    }

    /// The closure to call. A call of it is recorded; a test assigns another closure.
    public var wrappedValue: (Context) throws -> Value {
        get { projectedValue.getValue }
        nonmutating set { projectedValue.loader = newValue }
    }
}
