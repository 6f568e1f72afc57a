internal import Mocking

/// The value of a property of a mock that can be used from any thread.
public final class StoredDummy<T>: @unchecked Sendable {  // `lock` guards the value
    private let lock = Lock()
    private var stored: T?
    private let make: () -> T

    /// - Parameter make: makes the value that the property has until it is set.
    public init(_ make: @escaping @autoclosure () -> T) { self.make = make }

    /// The value that was set last, or else the first one.
    public var value: T {
        get {
            if let value = lock.locked({ stored }) { return value }
            let value = make()
            return lock.locked {
                if stored == nil { stored = value }
                return stored ?? value
            }
        }
        set {
            let dropped = lock.locked {
                defer { stored = newValue }
                return stored
            }
            _ = dropped
        }
    }
}
