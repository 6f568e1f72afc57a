/// An object that calls are forwarded to; a struct changes in here when a forwarded call changes it.
final class TargetBox<Target> {
    /// Guarded by the mock's lock, which is not held while the target works.
    var target: Target
    /// Held while a forwarded call changes a struct, so that of two calls at a time neither undoes the other.
    ///
    /// The code of the target may come back to it, so it is recursive. Objects look after themselves and have none.
    let changes: Lock?

    init(_ target: Target) {
        self.target = target
        changes = type(of: target as Any) is AnyClass ? nil : Lock(isRecursive: true)
    }
}
