/// A mock of one closure, for structs of closures and for handwritten mocks.
///
/// ```swift
/// let load = MockFunction<Int, String, any Error>("load")
/// let log = MockFunction<String, Void, Never>("log")
/// let client = Client(load: { try load($0) }, log: { log($0) })
///
/// given(load).call(3).willReturn("three")
/// verify(log).call("done").wasCalled()
/// ```
///
/// Several arguments are passed as a labelled tuple: `MockFunction<(id: Int, name: String), Bool, Never>`.
public final class MockFunction<Arguments, Returns, Failure: Error>: Mock, Sendable {
    /// The type of closure that calls can be forwarded to.
    public typealias MockTarget = (Arguments) throws(Failure) -> Returns
    /// The call for ``given(_:)``.
    public typealias MockGiven = MockMembers<SendableStubbing<MockTarget>>
    /// The call for ``verify(_:fileID:filePath:line:column:)``.
    public typealias MockVerify = MockMembers<Verifying>
    /// The call for ``calls(_:)``.
    public typealias MockCalls = MockMembers<Recording>

    /// The only member of the mock.
    public struct MockMembers<MockMode>: MemberSet {
        private let mocking: MockState<MockTarget>

        /// Creates the members of the mock that owns the state.
        public init(mocking: MockState<MockTarget>) { self.mocking = mocking }

        /// A call of the closure, for example `given(load).call(3)`.
        public func call(_ arguments: Matcher<Arguments> = .any) -> Clause<MockMode, Arguments, Returns, Failure> {
            guard Arguments.self == Void.self else { return Clause(mocking, mocking.functionKey(true), arguments) }
            return Clause(mocking, mocking.functionKey(false))
        }
    }

    /// The calls and stubs of the closure.
    public let mocking: MockState<MockTarget>

    /// Creates a mock of a closure; the name appears in messages.
    public init(
        _ name: String, _ behavior: MockBehavior = .default, forwardingTo target: MockTarget? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        mocking = MockState(
            label: .function(name), behavior, forwardingTo: target,
            location: MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records and answers a call.
    public func callAsFunction(_ arguments: Arguments) throws(Failure) -> Returns {
        try mocking.call(mocking.functionKey(Arguments.self != Void.self), arguments) { (target) throws(Failure) in
            try target(arguments)
        }
    }
}

extension MockFunction where Arguments == Void {
    /// Records and answers a call without arguments.
    public func callAsFunction() throws(Failure) -> Returns { try callAsFunction(()) }
}

/// A mock of one asynchronous closure, for structs of closures and for handwritten mocks.
///
/// ```swift
/// let load = MockAsyncFunction<Int, String, any Error>("load")
/// given(load).call(3).willReturn("three", after: .milliseconds(10))
/// #expect(try await load(3) == "three")
/// ```
public final class MockAsyncFunction<Arguments, Returns, Failure: Error>: Mock, Sendable {
    /// The type of closure that calls can be forwarded to.
    public typealias MockTarget = (Arguments) async throws(Failure) -> Returns
    /// The call for ``given(_:)``.
    public typealias MockGiven = MockMembers<SendableStubbing<MockTarget>>
    /// The call for ``verify(_:fileID:filePath:line:column:)``.
    public typealias MockVerify = MockMembers<Verifying>
    /// The call for ``calls(_:)``.
    public typealias MockCalls = MockMembers<Recording>

    /// The only member of the mock.
    public struct MockMembers<MockMode>: MemberSet {
        private let mocking: MockState<MockTarget>

        /// Creates the members of the mock that owns the state.
        public init(mocking: MockState<MockTarget>) { self.mocking = mocking }

        /// A call of the closure, for example `given(load).call(3)`.
        public func call(
            _ arguments: Matcher<Arguments> = .any
        ) -> AsyncClause<MockMode, Arguments, Returns, Failure> {
            guard Arguments.self == Void.self else { return AsyncClause(mocking, mocking.functionKey(true), arguments) }
            return AsyncClause(mocking, mocking.functionKey(false))
        }
    }

    /// The calls and stubs of the closure.
    public let mocking: MockState<MockTarget>

    /// Creates a mock of a closure; the name appears in messages.
    public init(
        _ name: String, _ behavior: MockBehavior = .default, forwardingTo target: MockTarget? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        mocking = MockState(
            label: .function(name), behavior, forwardingTo: target,
            location: MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records and answers a call.
    public nonisolated(nonsending) func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Returns {
        try await mocking.callActor(
            mocking.functionKey(Arguments.self != Void.self), arguments
        ) { (target, arguments) async throws(Failure) in
            try await target(arguments)
        }
    }
}

extension MockAsyncFunction where Arguments == Void {
    /// Records and answers a call without arguments.
    public nonisolated(nonsending) func callAsFunction() async throws(Failure) -> Returns {
        try await callAsFunction(())
    }
}

extension MockCore {
    /// The key of the only member, which has the name of the mock.
    func functionKey(_ hasArguments: Bool) -> String { "\(name)(\(hasArguments ? "_:" : ""))" }
}
