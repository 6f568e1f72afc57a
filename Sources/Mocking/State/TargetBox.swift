/// An object that calls are forwarded to; a struct is mutated inside the box.
final class TargetBox<Target> {
    /// Guarded by the mock's lock, which is not held while the target runs.
    var target: Target
    /// Held while a forwarded call mutates a struct, so that two concurrent calls do not overwrite each other's
    /// changes.
    ///
    /// The target may call the mock again, so the lock is recursive. `nil` for objects, which need no such protection.
    let changes: Lock?

    init(_ target: Target) {
        self.target = target
        changes = type(of: target as Any) is AnyClass ? nil : Lock(isRecursive: true)
    }
}
