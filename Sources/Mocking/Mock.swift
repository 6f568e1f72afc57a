/// The story of this library in one page.
///
/// A generated mock owns a ``MockState``. Each of its members asks the state what to do: the state records the call,
/// looks for the newest stub that fits and otherwise makes a default. Tests talk to the same state through three
/// functions, which return the same members in three modes:
///
/// ```swift
/// let cook = MockCook()
/// given(cook).cookRamen(bowls: 2).willReturn(true)       // say what will happen
/// Restaurant.serve(with: cook)                           // let it happen
/// verify(cook).cookRamen(bowls: 2).wasCalled()           // check that it did
/// calls(cook).cookRamen().last?.soup                     // look at what it was called with
/// ```
public protocol Mock: AnyObject {
    /// What calls can be forwarded to: `any Cook` for the mock of a protocol, `Tree` for the mock of a class.
    associatedtype MockTarget
    /// The members as ``given(_:)`` offers them.
    associatedtype MockGiven: MemberSet<MockTarget>
    /// The members as ``verify(_:fileID:filePath:line:column:)`` offers them.
    associatedtype MockVerify: MemberSet<MockTarget>
    /// The members as ``calls(_:)`` offers them.
    associatedtype MockCalls: MemberSet<MockTarget>

    /// The calls and stubs of this mock.
    nonisolated var mocking: MockState<MockTarget> { get }
}

/// The members of a mock, written once and used for stubbing, verifying and reading.
public protocol MemberSet<MockTarget> {
    /// What calls of the mock can be forwarded to.
    associatedtype MockTarget

    /// Makes the members of the mock that owns a state.
    init(mocking: MockState<MockTarget>)
}

/// The mock of a protocol, which needs nothing but a state to be made.
public protocol ProtocolMock: Mock {
    /// Makes a mock around a state that exists already.
    nonisolated init(mocking: MockState<MockTarget>)
}

extension ProtocolMock {
    /// Makes a mock, for example `MockCook()`, `MockCook(.strict)` or `MockCook(forwardingTo: realCook)`.
    ///
    /// The behavior is what an unstubbed call does, and the target an object that answers every call without a stub.
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

/// The mock of a class that can be made without arguments.
public protocol ClassMock: Mock {
    /// Makes a mock by the initializer of the class.
    init()
}

extension ClassMock {
    /// Makes a mock, for example `MockTree(.strict)` or `MockTree(forwardingTo: realTree)`.
    ///
    /// The mock of a class whose initializers take arguments is made strict by the closure around it:
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

/// Says what a mock will do, for example `given(cook).fetch(id: 7).willReturn(soup)`.
///
/// Parameters that are left out match anything. When several stubs match a call, the newest one answers it.
public func given<M: Mock>(_ mock: M) -> M.MockGiven { M.MockGiven(mocking: mock.mocking) }

/// Checks what was done to a mock, for example `verify(cook).log("done").wasCalled()`.
///
/// A line that ends before `wasCalled` or `wasNeverCalled` checks nothing, so it fails the test.
public func verify<M: Mock>(
    _ mock: M,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> M.MockVerify {
    let state = mock.mocking
    state.verifyLocation = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return M.MockVerify(mocking: state)
}

/// Reads what was done to a mock, for example `calls(cook).fetch().last?.id`.
public func calls<M: Mock>(_ mock: M) -> M.MockCalls { M.MockCalls(mocking: mock.mocking) }

/// Forgets the stubs, calls and stored properties of mocks.
///
/// It keeps how mocks were set up: the objects they forward to, their ``MockCore/behavior``, ``MockCore/callsSuper``,
/// ``MockCore/recordsArguments`` and the default values of providers, which ``clearDefaults(_:)`` forgets.
public func reset(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.reset() }
}

/// Forgets the stubs, calls and stored properties of all mocks that the running test has made, static sides included.
///
/// Under XCTest, which does not tell tests apart, those of all mocks.
public func resetAllMocks() {
    for core in MockRegistry.coresOfRunningTest() { core.reset() }
}

/// Forgets what mocks were told to do and keeps the calls that were made.
public func clearStubs(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.clearStubs() }
}

/// Forgets the calls that were made, and with them the arguments they kept alive; stubs stay.
public func clearCalls(_ mocks: any Mock...) {
    for mock in mocks { mock.mockCore.clearCalls() }
}

extension Mock {
    var mockCore: MockCore { mocking }
}
