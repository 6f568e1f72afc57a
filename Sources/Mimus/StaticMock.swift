internal import Mocking

/// The calls of a type's static members.
public final class StaticMock: Mock, Sendable {
    private static let lock = Lock()
    nonisolated(unsafe) private static var mocks: [ObjectIdentifier: StaticMock] = [:]  // `lock` guards it

    /// The calls and values of the static members.
    public let storage = Storage()

    private init() {}

    static func of(_ type: Any.Type) -> StaticMock {
        lock.locked {
            let key = ObjectIdentifier(type)
            if let mock = mocks[key] { return mock }
            let mock = StaticMock()
            mocks[key] = mock
            return mock
        }
    }
}

extension Mock {
    /// The calls of the type's static members.
    public static var staticMock: StaticMock { StaticMock.of(Self.self) }
}

/// A value that a test sets, of a mock that can be used from any thread.
public final class SimulatedValue<T>: Sendable {
    private let stored: SettableValue<T>

    /// - Parameter make: makes the value that there is until a test sets one.
    public init(_ make: @escaping @autoclosure () -> T) { stored = SettableValue(make) }

    /// The value that was set last, or else the first one.
    public var value: T {
        get { stored.value }
        set { stored.value = newValue }
    }
}
