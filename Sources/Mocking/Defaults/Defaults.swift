/// Default values that unstubbed calls of all mocks return.
public enum Defaults {
    static let shared = DefaultTable()

    /// Registers the value that every unstubbed call with a result of a type returns, for example in the set-up of a
    /// test target.
    ///
    /// ```swift
    /// Defaults.register(URL.self) { URL(string: "https://example.com")! }
    /// ```
    public static func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
        shared.register(type, make)
    }

    /// Removes the value of a type.
    public static func unregister<T>(_ type: T.Type) { shared.unregister(type) }

    /// Removes the values of all types.
    public static func unregisterAll() { shared.unregisterAll() }

    /// The default value of a type; `nil` if there is none.
    package static func value<T>(of type: T.Type) -> T? {
        if T.self == Void.self { return () as? T }
        guard let conforming = T.self as? any DefaultValue.Type else { return nil }
        return conforming.defaultValue as? T
    }
}
