/// The values that unstubbed calls of every mock return.
public enum Defaults {
    static let shared = DefaultTable()

    /// Says what every unstubbed call with a result of a type returns, for example in the set-up of a test target.
    ///
    /// ```swift
    /// Defaults.register(URL.self) { URL(string: "https://example.com")! }
    /// ```
    public static func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
        shared.register(type, make)
    }

    /// Forgets what was registered for a type.
    public static func unregister<T>(_ type: T.Type) { shared.unregister(type) }

    /// Forgets what was registered for all types.
    public static func unregisterAll() { shared.unregisterAll() }

    /// The value an unstubbed call returns for a type, or nothing if nobody can make one.
    static func value<T>(of type: T.Type) -> T? {
        if T.self == Void.self { return () as? T }
        guard let conforming = T.self as? any DefaultValue.Type else { return nil }
        return conforming.defaultValue as? T
    }
}
