internal import Mocking
public import Testing

/// Gives each test, and each case of a parameterized test, static mocks of its own.
public struct StaticMocksTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the tests of a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a test with static mocks of its own.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withStaticMocks { try await function() }
    }
}

extension Trait where Self == StaticMocksTrait {
    /// Static mocks for each case, as in `@Test(.staticMocks, arguments: 0..<20)`.
    public static var staticMocks: StaticMocksTrait { StaticMocksTrait() }
}

/// Makes the mocks of a test strict unless they are told otherwise.
public struct StrictMocksTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the tests of a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a test whose mocks are strict.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withMockBehavior(.strict) { try await function() }
    }
}

extension Trait where Self == StrictMocksTrait {
    /// Mocks that report every call nobody has stubbed, as in `@Suite(.strictMocks)`.
    public static var strictMocks: StrictMocksTrait { StrictMocksTrait() }
}
