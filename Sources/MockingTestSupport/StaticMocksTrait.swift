internal import Mocking
public import Testing

/// Gives each test, and each case of a parameterized test, its own static mocks.
public struct StaticMocksTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: the tests of a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a test with its own static mocks.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withStaticMocks { try await function() }
    }
}

extension Trait where Self == StaticMocksTrait {
    /// Separate static mocks for each case, as in `@Test(.staticMocks, arguments: 0..<20)`.
    public static var staticMocks: StaticMocksTrait { StaticMocksTrait() }
}

/// Makes the mocks of a test strict unless they are created with another behavior.
public struct StrictMocksTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: the tests of a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a test with strict mocks.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withMockBehavior(.strict) { try await function() }
    }
}

extension Trait where Self == StrictMocksTrait {
    /// Strict mocks, which report every unstubbed call, as in `@Suite(.strictMocks)`.
    public static var strictMocks: StrictMocksTrait { StrictMocksTrait() }
}
