internal import Mocking

/// Matches everything, and keeps it.
public final class CaptureArgumentMatcher: Matcher {
    /// The arguments that were matched so far.
    public private(set) var capturedValues: [Any?] = []

    /// Creates the matcher.
    public init() {}

    /// Keeps the argument, and returns true.
    public func matches(argument: Any?) -> Bool {
        capturedValues.append(argument)
        return true
    }

    /// The argument that was matched last.
    public var lastValue: Any? { capturedValues.last ?? nil }
}

extension Matcher where Self: CaptureArgumentMatcher {
    /// Returns the argument that was matched last, if it has the type.
    public func lastValue<T>() -> T? { capturedValues.last as? T }
}

/// Matches values of a type, and assigns them to a variable.
public struct CapturePointerMatcher<T>: Matcher {
    private let pointer: UnsafeMutablePointer<T?>

    /// - Parameter pointer: the variable, which has to exist until the verification is over.
    public init(pointer: UnsafeMutablePointer<T?>) { self.pointer = pointer }

    /// Assigns the argument, and returns true if it has the type.
    public func matches(argument: Any?) -> Bool {
        guard let value = argument as? T else { return false }
        pointer.pointee = value
        return true
    }
}

/// Matches a closure, and calls it.
public final class SimulateCallbackMatcher<T1, T2, T3>: Matcher {
    private let first: T1
    private let second: T2
    private let third: T3

    /// - Parameters: the arguments of the closure, as many as it has.
    public init(_ first: T1, _ second: T2, _ third: T3) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// Calls the closure, and returns true if it takes the arguments.
    public func matches(argument: Any?) -> Bool {
        switch argument {
        case let callback as (T1, T2, T3) -> Void: callback(first, second, third)
        case let callback as @Sendable (T1, T2, T3) -> Void: callback(first, second, third)
        case let callback as (T1, T2) -> Void: callback(first, second)
        case let callback as @Sendable (T1, T2) -> Void: callback(first, second)
        case let callback as (T1) -> Void: callback(first)
        case let callback as @Sendable (T1) -> Void: callback(first)
        case let callback as () -> Void: callback()
        case let callback as @Sendable () -> Void: callback()
        default: return false
        }
        return true
    }
}
