/// An expectation for one argument.
///
/// A type of your own is one for its values, if it says which arguments match them:
///
/// ```swift
/// extension User: Matcher {
///     func matches(argument: Any?) -> Bool { (argument as? User)?.id == id }
/// }
/// ```
public protocol Matcher {
    /// Returns true if the argument is as expected.
    func matches(argument: Any?) -> Bool

    /// Returns the difference, for the message of a failure.
    func mismatchMessage(for argument: Any?) -> String
}

/// An earlier name of ``Matcher``.
public protocol MockEquatable: Matcher {}

extension Matcher {
    /// `expected <(…)>, but was <(…)>.`
    public func mismatchMessage(for argument: Any?) -> String { mismatch(self, argument) }

    /// Returns true if this is equal to a value of its type.
    public func compare<T: Equatable>(other: T?) -> Bool {
        guard let value = self as? T, let other else { return false }
        return value == other
    }
}

/// Matches equal values.
public final class EqualTo<T: Equatable>: Matcher, CustomStringConvertible {
    private let object: T?

    /// - Parameter object: the expected value; `nil` for `nil`.
    public init(_ object: T?) { self.object = object }

    /// Returns true for an equal value.
    public func matches(argument: Any?) -> Bool {
        guard let argument = argument as? T else { return argument == nil && object == nil }
        return object == argument
    }

    /// The expected value.
    public var description: String { object.map { "\($0)" } ?? "nil" }
}

/// Matches one object.
public final class IdenticalTo<T: AnyObject>: Matcher, CustomStringConvertible {
    private let object: T?

    /// - Parameter object: the expected object; `nil` for `nil`.
    public init(_ object: T?) { self.object = object }

    /// Returns true for the same object.
    public func matches(argument: Any?) -> Bool {
        guard let argument else { return object == nil }
        return (argument as? T) === object && object != nil
    }

    /// The expected object.
    public var description: String { object.map { "the object \($0)" } ?? "nil" }
}

/// Matches everything.
public final class AnyMatcher: Matcher {
    /// Creates the matcher.
    public init() {}

    /// Returns true.
    public func matches(argument: Any?) -> Bool { true }
}

/// Matches what another matcher does not.
public final class NotMatcher: Matcher, CustomStringConvertible {
    private let contained: any Matcher

    /// - Parameter containedMatcher: the matcher to negate.
    public init(containedMatcher: any Matcher) { contained = containedMatcher }

    /// Returns true if the other matcher does not match.
    public func matches(argument: Any?) -> Bool { !contained.matches(argument: argument) }

    /// `not` and the other matcher.
    public var description: String { "not \(contained)" }
}

/// Matches values of a type.
public final class InstanceOf<T>: Matcher, CustomStringConvertible {
    /// Creates the matcher.
    public init() {}

    /// Returns true for a value of the type.
    public func matches(argument: Any?) -> Bool { argument is T }

    /// The type.
    public var description: String { "an instance of \(T.self)" }
}

/// Matches values that fulfil a condition.
public final class ClosureMatcher<T>: Matcher, CustomStringConvertible {
    private let closure: (T?) -> Bool

    /// - Parameter closure: the condition; it gets `nil` for an argument that is no `T`.
    public init(_ closure: @escaping (T?) -> Bool) { self.closure = closure }

    /// Returns true if the condition does.
    public func matches(argument: Any?) -> Bool { closure(argument as? T) }

    /// The type of the values.
    public var description: String { "\(T.self) that fulfils the condition" }
}
