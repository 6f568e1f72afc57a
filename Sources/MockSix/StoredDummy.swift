internal import Mocking

/// The value of a property of a mock that can be used from any thread.
public final class StoredDummy<T>: Sendable {
    private let stored: SettableValue<T>

    /// - Parameter make: makes the value that the property has until it is set.
    public init(_ make: @escaping @autoclosure () -> T) { stored = SettableValue(make) }

    /// The value that was set last, or else the first one.
    public var value: T {
        get { stored.value }
        set { stored.value = newValue }
    }
}
