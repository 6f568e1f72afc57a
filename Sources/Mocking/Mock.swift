/// A generated mock, or a mock with the same structure that is written by hand.
///
/// A generated mock owns a ``MockState``, and each of its members calls it: the state records the call, then finds the
/// newest matching stub or otherwise makes a default value. Tests use the same state through three functions, which
/// return the same members in three modes:
///
/// ```swift
/// let cook = MockCook()
/// given(cook).cookRamen(bowls: 2).willReturn(true)       // stub a call
/// Restaurant.serve(with: cook)                           // run the code under test
/// verify(cook).cookRamen(bowls: 2).wasCalled()           // verify the call
/// calls(cook).cookRamen().last?.soup                     // read its arguments
/// ```
public protocol Mock: AnyObject {
    /// The type of object that calls can be forwarded to: `any Cook` for the mock of a protocol, `Tree` for the mock of
    /// a class.
    associatedtype MockTarget
    /// The members for ``given(_:)``.
    associatedtype MockGiven: MemberSet<MockTarget>
    /// The members for ``verify(_:fileID:filePath:line:column:)``.
    associatedtype MockVerify: MemberSet<MockTarget>
    /// The members for ``calls(_:)``.
    associatedtype MockCalls: MemberSet<MockTarget>

    /// The calls and stubs of this mock.
    nonisolated var mocking: MockState<MockTarget> { get }
}

/// The members of a mock, declared once for stubbing, verifying and reading.
public protocol MemberSet<MockTarget> {
    /// The type of object that the mock can forward calls to.
    associatedtype MockTarget

    /// Creates the members of the mock that owns the state.
    init(mocking: MockState<MockTarget>)
}

/// The mock of a protocol, which can be created from a state alone.
public protocol ProtocolMock: Mock {
    /// Creates a mock with an existing state.
    nonisolated init(mocking: MockState<MockTarget>)
}

extension ProtocolMock {
    /// Creates a mock, for example `MockCook()`, `MockCook(.strict)` or `MockCook(forwardingTo: realCook)`.
    ///
    /// The behavior decides how unstubbed calls are answered. The target is an object that answers every call without a
    /// stub.
    public nonisolated init(
        _ behavior: MockBehavior = .default, forwardingTo target: MockTarget? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            mocking: MockState(
                label: .type(Self.self), behavior, forwardingTo: target,
                location: MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
    }
}

/// The mock of a class that has an initializer without arguments.
public protocol ClassMock: Mock {
    /// Creates a mock with the class's initializer.
    init()
}

extension ClassMock {
    /// Creates a mock, for example `MockTree(.strict)` or `MockTree(forwardingTo: realTree)`.
    ///
    /// If the class has only initializers with arguments, set the behavior around the call:
    /// `withMockBehavior(.strict) { MockOak(height: 3) }`.
    public init(
        _ behavior: MockBehavior = .default, forwardingTo target: MockTarget? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init()
        mocking.location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        mocking.behavior = behavior
        if let target { mocking.willForward(to: target) }
    }
}

/// Stubs a mock, for example `given(cook).fetch(id: 7).willReturn(soup)`.
///
/// Omitted parameters match any value. If several stubs match a call, the newest one answers it.
public func given<M: Mock>(_ mock: M) -> M.MockGiven { M.MockGiven(mocking: mock.mocking) }

/// Verifies calls of a mock, for example `verify(cook).log("done").wasCalled()`.
///
/// A line without `wasCalled` or `wasNeverCalled` verifies nothing, so it fails the test.
public func verify<M: Mock>(
    _ mock: M,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> M.MockVerify {
    let state = mock.mocking
    state.verifyLocation = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return M.MockVerify(mocking: state)
}

/// Reads the calls of a mock, for example `calls(cook).fetch().last?.id`.
public func calls<M: Mock>(_ mock: M) -> M.MockCalls { M.MockCalls(mocking: mock.mocking) }

/// Removes the stubs, calls and stored properties of mocks.
///
/// The mocks keep their configuration: the objects they forward to, their ``MockCore/behavior``,
/// ``MockCore/callsSuper``, ``MockCore/recordsArguments`` and the default values of providers, which
/// ``clearDefaults(_:)`` removes.
public func reset(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.reset() }
}

/// Removes the stubs, calls and stored properties of all mocks that the running test has created, static sides
/// included.
///
/// XCTest does not identify the running test, so there it resets all mocks.
public func resetAllMocks() {
    for core in MockRegistry.coresOfRunningTest() { core.reset() }
}

/// Removes the stubs of mocks and keeps the recorded calls.
public func clearStubs(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.clearStubs() }
}

/// Removes the recorded calls of mocks, which releases their arguments; stubs stay.
public func clearCalls(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.clearCalls() }
}

extension Mock {
    var mockCore: MockCore { mocking }
}
