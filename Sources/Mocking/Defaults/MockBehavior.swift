/// What a mock does with a call that nobody has stubbed.
public struct MockBehavior: Sendable, Equatable {
    private enum Kind { case relaxed, strict }

    private let kind: Kind

    /// Returns a default if there is one, and says nothing.
    public static let relaxed = MockBehavior(kind: .relaxed)

    /// Reports the call as a failure, and returns a default if there is one.
    public static let strict = MockBehavior(kind: .strict)

    /// What a mock does that was not told: relaxed, unless `withMockBehavior` says otherwise.
    public static var `default`: MockBehavior { inherited }

    @TaskLocal static var inherited: MockBehavior = .relaxed

    var isStrict: Bool { kind == .strict }
}

/// Runs a closure in which mocks are made with a behavior unless they are told otherwise.
///
/// ```swift
/// let restaurant = withMockBehavior(.strict) { Restaurant(cook: MockCook()) }
/// ```
public func withMockBehavior<R>(_ behavior: MockBehavior, _ body: () throws -> R) rethrows -> R {
    try MockBehavior.$inherited.withValue(behavior) { try body() }
}

/// Runs an asynchronous closure in which mocks are made with a behavior unless they are told otherwise.
public nonisolated(nonsending) func withMockBehavior<R>(
    _ behavior: MockBehavior, _ body: () async throws -> R
) async rethrows -> R {
    try await MockBehavior.$inherited.withValue(behavior) { try await body() }
}
