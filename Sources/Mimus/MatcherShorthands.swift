/// Matches equal values; `nil` for `nil`.
public func mEqual<T: Equatable>(_ object: T?) -> any Matcher { EqualTo(object) }

/// Matches values of a type.
public func mInstanceOf<T>(_ class: T.Type) -> any Matcher { InstanceOf<T>() }

/// Matches one object.
public func mIdentical<T: AnyObject>(_ object: T?) -> any Matcher { IdenticalTo(object) }

/// Matches what another matcher does not.
public func mNot(_ matcher: any Matcher) -> any Matcher { NotMatcher(containedMatcher: matcher) }

/// Matches values that fulfil a condition.
public func mClosure<T>(_ closure: @escaping (T?) -> Bool) -> any Matcher { ClosureMatcher(closure) }

/// Matches everything.
public func mAny() -> any Matcher { AnyMatcher() }

/// Matches values of a type, and assigns them to a variable: `mCaptureInto(pointer: &number)`.
public func mCaptureInto<T>(pointer: UnsafeMutablePointer<T?>) -> any Matcher {
    CapturePointerMatcher(pointer: pointer)
}

/// Matches a closure with one parameter, and calls it.
public func mSimulateCallback<T1>(_ arg1: T1) -> any Matcher { SimulateCallbackMatcher(arg1, (), ()) }

/// Matches a closure with two parameters, and calls it.
public func mSimulateCallback<T1, T2>(_ arg1: T1, _ arg2: T2) -> any Matcher { SimulateCallbackMatcher(arg1, arg2, ()) }

/// Matches a closure with three parameters, and calls it.
public func mSimulateCallback<T1, T2, T3>(_ arg1: T1, _ arg2: T2, _ arg3: T3) -> any Matcher {
    SimulateCallbackMatcher(arg1, arg2, arg3)
}

/// Matches a closure without parameters, and calls it.
public func mSimulateCompletion() -> any Matcher { SimulateCallbackMatcher((), (), ()) }
