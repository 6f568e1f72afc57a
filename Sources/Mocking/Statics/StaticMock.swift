/// A mock with static members or initializers, which are stubbed and verified through ``statics``.
public protocol StaticMock: AnyObject {
    /// The type that static calls can be forwarded to, for example `any Factory.Type`.
    associatedtype StaticMockTarget
    /// The static members for ``given(_:)``.
    associatedtype StaticMockGiven: MemberSet<StaticMockTarget>
    /// The static members for ``verify(_:fileID:filePath:line:column:)``.
    associatedtype StaticMockVerify: MemberSet<StaticMockTarget>
    /// The static members for ``calls(_:)``.
    associatedtype StaticMockCalls: MemberSet<StaticMockTarget>
}

extension StaticMock {
    /// The static side of the mock, for example `given(MockFactory.statics).make(id: 1).willReturn(x)`.
    ///
    /// Each test has its own, so concurrent tests do not affect each other. See `withStaticMocks` for code that a test
    /// starts in detached tasks, and for parameterized tests.
    public nonisolated static var statics: Statics<Self> { StaticScope.running.statics(of: Self.self) }

    /// The same for generated code, where the mocked type has a member named `statics`.
    public nonisolated static var __statics: Statics<Self> { StaticScope.running.statics(of: Self.self) }
}

/// The static side of a mock type, as a mock.
public final class Statics<M: StaticMock>: Mock {
    /// The type that static calls can be forwarded to.
    public typealias MockTarget = M.StaticMockTarget
    /// The static members for ``given(_:)``.
    public typealias MockGiven = M.StaticMockGiven
    /// The static members for ``verify(_:fileID:filePath:line:column:)``.
    public typealias MockVerify = M.StaticMockVerify
    /// The static members for ``calls(_:)``.
    public typealias MockCalls = M.StaticMockCalls

    /// The mocks that the protocol's initializers have created in this test, oldest first.
    ///
    /// For code under test that creates its own objects:
    /// `given(MockSession.statics.created[0]).open().willReturn(true)`.
    /// They are kept until ``clearCalls(_:)`` or ``reset(_:)`` of the statics, or the end of the test's scope.
    public nonisolated var created: [M] { mocking.createdMocks.compactMap { $0 as? M } }

    /// The static calls and stubs.
    public nonisolated let mocking: MockState<M.StaticMockTarget>

    init(isProcessWide: Bool) {
        mocking = MockState(
            label: .statics(of: M.self, isProcessWide: isProcessWide), .default, forwardingTo: nil, location: .unknown)
    }

    /// Stores a created mock; the last call of a generated mock's initializer.
    public nonisolated func add(_ created: M) { mocking.add(created: created) }
}
