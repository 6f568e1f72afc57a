/// A set of default values that mocks can be told to use.
///
/// ```swift
/// let provider = DefaultProvider()
/// provider.register(Soup.self) { .miso }
/// useDefaults(from: provider, on: cook, waiter)
/// ```
public struct DefaultProvider: Sendable {
    let table = DefaultTable()

    /// Makes a provider without values.
    public init() {}

    /// Says what an unstubbed call with a result of a type returns.
    public func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) { table.register(type, make) }

    /// Takes over the values of another provider; those of the other one win.
    public func add(_ other: DefaultProvider) { table.merge(other.table) }
}

/// Tells mocks to answer unstubbed calls with the values of a provider.
///
/// They come before those of ``Defaults`` and before the type's own ``DefaultValue``.
public func useDefaults(from provider: DefaultProvider, on mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.merge(provider.table) }
}
