/// A mock with static members or initializers, which are stubbed and verified through ``statics``.
public protocol StaticMock: AnyObject {
    /// What static calls can be forwarded to, for example `any Factory.Type`.
    associatedtype StaticMockTarget
    /// The static members as ``given(_:)`` offers them.
    associatedtype StaticMockGiven: MemberSet<StaticMockTarget>
    /// The static members as ``verify(_:fileID:filePath:line:column:)`` offers them.
    associatedtype StaticMockVerify: MemberSet<StaticMockTarget>
    /// The static members as ``calls(_:)`` offers them.
    associatedtype StaticMockCalls: MemberSet<StaticMockTarget>
}

extension StaticMock {
    /// The static side of the mock, for example `given(MockFactory.statics).make(id: 1).willReturn(x)`.
    ///
    /// Each test has one of its own, so tests that run at the same time do not meet. See
    /// `withStaticMocks` for what a test starts in detached tasks, and for parameterized tests.
    public nonisolated static var statics: Statics<Self> { StaticScope.running.statics(of: Self.self) }

    /// The same for generated code, where the mocked type has a member called `statics`.
    public nonisolated static var __statics: Statics<Self> { StaticScope.running.statics(of: Self.self) }
}

/// The static side of a mock type, which is a mock itself.
public final class Statics<M: StaticMock>: Mock {
    /// What static calls can be forwarded to.
    public typealias MockTarget = M.StaticMockTarget
    /// The static members as ``given(_:)`` offers them.
    public typealias MockGiven = M.StaticMockGiven
    /// The static members as ``verify(_:fileID:filePath:line:column:)`` offers them.
    public typealias MockVerify = M.StaticMockVerify
    /// The static members as ``calls(_:)`` offers them.
    public typealias MockCalls = M.StaticMockCalls

    /// The mocks that initializers of the protocol have made in this test, oldest first.
    ///
    /// For code under test that makes its own objects: `given(MockSession.statics.created[0]).open().willReturn(true)`.
    /// They are kept until ``clearCalls(_:)`` or ``reset(_:)`` of the statics, or the end of the test's scope.
    public nonisolated var created: [M] { mocking.createdMocks.compactMap { $0 as? M } }

    /// The static calls and stubs.
    public nonisolated let mocking: MockState<M.StaticMockTarget>

    init(isProcessWide: Bool) {
        mocking = MockState(
            label: .statics(of: M.self, isProcessWide: isProcessWide), .default, forwardingTo: nil, location: .unknown)
    }

    /// What the initializers of generated mocks call last.
    public nonisolated func add(_ created: M) { mocking.add(created: created) }
}
