/// A value that is made when it is read first, unless it was set before.
///
/// Values are made and destroyed outside of the lock: both may call a mock.
package final class SettableValue<T>: @unchecked Sendable {  // `lock` guards the value
    private let lock = Lock()
    private var stored: T?
    private let make: () -> T

    package init(_ make: @escaping () -> T) { self.make = make }

    package var value: T {
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
