/// Returns a value as `sending` where the compiler cannot prove that nothing else uses it.
///
/// Generated code of members with `sending` parameters or results needs it: a test deliberately shares the values that
/// it stubs or passes on with the mock.
public func disconnected<T>(_ value: T) -> sending T {
    nonisolated(unsafe) let value = value  // the test's own value, see above
    return value
}

/// Returns a noncopyable value as `sending`.
public func disconnected<T: ~Copyable>(_ value: consuming T) -> sending T {
    nonisolated(unsafe) let value = value  // the test's own value, see above
    return value
}
