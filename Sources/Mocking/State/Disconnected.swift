/// Hands a value on as one that nobody else uses, where the compiler cannot see that.
///
/// Generated code of members with `sending` parameters or results needs it: what a test stubs or passes on, it shares
/// with the mock knowingly.
public func disconnected<T>(_ value: T) -> sending T {
    nonisolated(unsafe) let value = value  // the test's own value, see above
    return value
}

/// Hands on a value that cannot be copied.
public func disconnected<T: ~Copyable>(_ value: consuming T) -> sending T {
    nonisolated(unsafe) let value = value  // the test's own value, see above
    return value
}
