/// The static sides of mock types for one test.
final class StaticScope: @unchecked Sendable {  // `lock` guards the table
    @TaskLocal static var current: StaticScope?

    /// The scope for code outside any known test; emptied after each XCTest test.
    static let processWide = StaticScope()

    private static let tests = StaticScopes()

    private let lock = Lock()
    private var table: [ObjectIdentifier: AnyObject] = [:]
    private var templates: [Substring: MockCore] = [:]

    /// The current task's scope: one that was requested, otherwise the running test's, otherwise the process's.
    static var running: StaticScope {
        if let current { return current }
        guard let test = Failures.reporter.currentTest else { return processWide }
        return tests.scope(of: test)
    }

    func statics<M: StaticMock>(of type: M.Type) -> Statics<M> {
        lock.locked {
            if let known = table[ObjectIdentifier(type)] as? Statics<M> { return known }
            let new = Statics<M>(isProcessWide: self === Self.processWide)
            table[ObjectIdentifier(type)] = new
            return new
        }
    }

    func template(named name: Substring) -> MockCore? { lock.locked { templates[name] } }

    func template<Target>(named name: Substring, make: () -> MockState<Target>) -> MockState<Target> {
        let new = make()
        return lock.locked {
            if let known = templates[name] as? MockState<Target> { return known }
            templates[name] = new
            return new
        }
    }

    func clear() {
        let dropped = lock.locked {
            defer { (table, templates) = ([:], [:]) }
            return (table, templates)
        }
        _ = dropped
    }
}

/// The scopes of the tests that have run so far.
private final class StaticScopes: @unchecked Sendable {  // `lock` guards the table
    private let lock = Lock()
    private var table: [String: StaticScope] = [:]

    func scope(of test: String) -> StaticScope {
        lock.locked {
            if let scope = table[test] { return scope }
            let scope = StaticScope()
            table[test] = scope
            return scope
        }
    }
}

/// Runs a closure with its own static mocks, which are removed when it ends.
///
/// Separate tests do not need it. Use it for the cases of a parameterized test, which count as one test. It applies to
/// child tasks but not to detached ones.
public func withStaticMocks<R>(_ body: () throws -> R) rethrows -> R {
    try StaticScope.$current.withValue(StaticScope()) { try body() }
}

/// Runs an asynchronous closure with its own static mocks, which are removed when it ends.
public nonisolated(nonsending) func withStaticMocks<R>(_ body: () async throws -> R) async rethrows -> R {
    try await StaticScope.$current.withValue(StaticScope()) { try await body() }
}

/// Removes the static mocks of code outside a known test; test frameworks call it after each test.
public func __clearProcessWideStaticMocks() { StaticScope.processWide.clear() }
