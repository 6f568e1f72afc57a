/// The way a mock answers unstubbed calls.
public struct MockBehavior: Sendable, Equatable {
    private enum Kind { case relaxed, strict }

    private let kind: Kind

    /// Returns a default value if there is one, and reports no failure.
    public static let relaxed = MockBehavior(kind: .relaxed)

    /// Reports the call as a failure, and returns a default value if there is one.
    public static let strict = MockBehavior(kind: .strict)

    /// The behavior of a mock that is created without one: relaxed, unless `withMockBehavior` sets another.
    public static var `default`: MockBehavior { inherited }

    @TaskLocal static var inherited: MockBehavior = .relaxed

    var isStrict: Bool { kind == .strict }
}

/// Runs a closure in which mocks get a behavior unless they are created with another one.
///
/// ```swift
/// let restaurant = withMockBehavior(.strict) { Restaurant(cook: MockCook()) }
/// ```
public func withMockBehavior<R>(_ behavior: MockBehavior, _ body: () throws -> R) rethrows -> R {
    try MockBehavior.$inherited.withValue(behavior) { try body() }
}

/// Runs an asynchronous closure in which mocks get a behavior unless they are created with another one.
public nonisolated(nonsending) func withMockBehavior<R>(
    _ behavior: MockBehavior, _ body: () async throws -> R
) async rethrows -> R {
    try await MockBehavior.$inherited.withValue(behavior) { try await body() }
}
