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

    /// Forgets what was registered for a type; mocks that were told to use the provider before keep it.
    public func unregister<T>(_ type: T.Type) { table.unregister(type) }

    /// Forgets what was registered for all types; mocks that were told to use the provider before keep it.
    public func unregisterAll() { table.unregisterAll() }

    /// Takes over the values of another provider; those of the other one win.
    public func add(_ other: DefaultProvider) { table.merge(other.table) }
}

/// Tells mocks to answer unstubbed calls with the values of a provider.
///
/// They come before those of ``Defaults`` and before the type's own ``DefaultValue``.
public func useDefaults(from provider: DefaultProvider, on mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.add(provider.table) }
}

/// Tells mocks to forget the values of a provider; those of other providers stay.
public func stopUsingDefaults(from provider: DefaultProvider, on mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.remove(provider.table) }
}

/// Tells mocks to forget the values of all providers.
public func clearDefaults(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.removeAll() }
}
