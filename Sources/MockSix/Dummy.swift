internal import Mocking

/// A type with an initializer that makes a value for calls that no stub answers.
///
/// ```swift
/// extension Settings: DefaultInitializable {}
/// ```
public protocol DefaultInitializable {
    /// Creates the value.
    init()
}

/// The values that methods return without a stub, by type.
///
/// Numbers, strings, collections, optionals and all other types with a `DefaultValue` of `Mocking` have one. A value for
/// another type, or another value, comes from an extension:
///
/// ```swift
/// extension Dummy where T == User {
///     static var value: T { User(name: "Ann") }
/// }
/// ```
public enum Dummy<T> {
    /// The value; ends the process if there is none.
    public static var value: T {
        if let value = Defaults.value(of: T.self) { return value }
        if let type = T.self as? any DefaultInitializable.Type, let value = type.init() as? T { return value }
        Failures.trap(
            "there is no Dummy<\(T.self)>.value; stub the method, or write: extension Dummy where T == \(T.self) { static var value: T { … } }",
            at: .unknown)
    }
}

extension Dummy where T: DefaultInitializable {
    /// A new value.
    public static var value: T { T() }
}
