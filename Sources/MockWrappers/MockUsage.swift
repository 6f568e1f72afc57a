internal import Mocking

/// The calls of one closure of a mock, and what is done with them: `$fileExistsMock`.
public final class MockUsage<Context, Value, Loader>: @unchecked Sendable {  // `lock` guards every mutable property
    /// A call with its result.
    public struct Call {
        /// The argument of the call.
        public let context: Context
        /// The value that the closure has returned, or the error that it has thrown.
        public let result: Result<Value, any Error>
    }

    /// The calls so far.
    public struct Usage {
        /// Oldest first.
        public let history: [Call]
        /// The arguments of the calls, oldest first.
        public var contexts: [Context] { history.map(\.context) }
    }

    private let lock = Lock()
    private var calls: [Call] = []
    private var current: Loader
    private var standard: Loader

    init(_ loader: Loader) {
        current = loader
        standard = loader
    }

    /// The closure that answers calls while a test has not assigned another one.
    public var defaultValueLoader: Loader { lock.locked { standard } }

    /// Replaces the closure that answers calls by default: a generated mock with a real object calls that one.
    public func useDefault(_ loader: Loader) {
        let dropped = lock.locked {
            defer { (current, standard) = (loader, loader) }
            return (current, standard)
        }
        _ = dropped
    }

    /// The closure that answers calls; calling it records nothing.
    var loader: Loader {
        get { lock.locked { current } }
        set {
            let dropped = lock.locked {
                defer { current = newValue }
                return current
            }
            _ = dropped
        }
    }

    /// The calls so far.
    public var usage: Usage { Usage(history: lock.locked { calls }) }

    /// True if there was a call.
    public var wasCalled: Bool { lock.locked { !calls.isEmpty } }

    /// Returns true if a call had an argument that fulfils a condition.
    public func wasCalled(where isMeant: (Context) throws -> Bool) rethrows -> Bool {
        try usage.contexts.contains(where: isMeant)
    }

    /// Lets the default closure answer calls again. The calls so far are kept.
    public func resetLoader() { loader = defaultValueLoader }

    /// Forgets the calls so far.
    public func resetUsage() {
        let dropped = lock.locked {
            defer { calls = [] }
            return calls
        }
        _ = dropped
    }

    func record(_ context: Context, _ result: Result<Value, any Error>) {
        lock.locked { calls.append(Call(context: context, result: result)) }
    }
}

extension MockUsage where Context: Equatable {
    /// Returns true if a call had an argument.
    public func wasCalled(with context: Context) -> Bool { usage.contexts.contains(context) }
}

extension MockUsage where Loader == (Context) -> Value {
    /// Calls the closure, and records the call.
    public func getValue(_ context: Context) -> Value {
        let value = loader(context)
        record(context, .success(value))
        return value
    }
}

extension MockUsage where Loader == (Context) throws -> Value {
    /// Calls the closure, and records the call.
    public func getValue(_ context: Context) throws -> Value {
        let result = Result { try loader(context) }
        record(context, result)
        return try result.get()
    }
}

extension MockUsage where Loader == nonisolated(nonsending) (Context) async -> Value {
    /// Calls the closure, and records the call.
    public nonisolated(nonsending) func getValue(_ context: Context) async -> Value {
        let value = await loader(context)
        record(context, .success(value))
        return value
    }
}

extension MockUsage where Loader == nonisolated(nonsending) (Context) async throws -> Value {
    /// Calls the closure, and records the call.
    public nonisolated(nonsending) func getValue(_ context: Context) async throws -> Value {
        do {
            let value = try await loader(context)
            record(context, .success(value))
            return value
        } catch {
            record(context, .failure(error))
            throw error
        }
    }
}
