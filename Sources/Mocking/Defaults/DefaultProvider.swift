/// A set of default values that mocks can use.
///
/// ```swift
/// let provider = DefaultProvider()
/// provider.register(Soup.self) { .miso }
/// useDefaults(from: provider, on: cook, waiter)
/// ```
public struct DefaultProvider: Sendable {
    let table = DefaultTable()

    /// Creates a provider without values.
    public init() {}

    /// Registers the value that an unstubbed call with a result of a type returns.
    public func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) { table.register(type, make) }

    /// Removes the value of a type. Mocks that already use the provider keep it.
    public func unregister<T>(_ type: T.Type) { table.unregister(type) }

    /// Removes the values of all types. Mocks that already use the provider keep them.
    public func unregisterAll() { table.unregisterAll() }

    /// Adds the values of another provider, which replace existing ones.
    public func add(_ other: DefaultProvider) { table.merge(other.table) }
}

/// Lets mocks answer unstubbed calls with the values of a provider.
///
/// These values take precedence over those of ``Defaults`` and over the type's own ``DefaultValue``.
public func useDefaults(from provider: DefaultProvider, on mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.add(provider.table) }
}

/// Removes the values of a provider from mocks; those of other providers stay.
public func stopUsingDefaults(from provider: DefaultProvider, on mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.remove(provider.table) }
}

/// Removes the values of all providers from mocks.
public func clearDefaults(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.defaults.removeAll() }
}
