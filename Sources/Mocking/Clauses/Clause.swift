/// A member of a mock with matchers for its arguments, to be stubbed, verified or read.
///
/// Tests never create one themselves: `given(cook).fetch(id: 7)` returns it.
public struct Clause<Mode, Arguments, Returns, Failure: Error>: ClauseProtocol {
    /// The member and its matchers, behind one reference because clauses are created for every line of a test.
    public let __state: ClauseState<Arguments, Returns>

    /// Creates a clause that matches any arguments.
    public init(_ core: MockCore, _ member: String) { __state = ClauseState(core, member, [], for: Mode.self) }

    /// Creates a clause from one matcher per parameter.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, _ matchers: repeat each M) {
        __state = ClauseState(core, member, rules(of: repeat each matchers), for: Mode.self)
    }

    /// Creates a clause from the matchers of a parameter pack.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, all matchers: repeat each M) {
        __state = ClauseState(core, member, rules(of: repeat each matchers), isSpread: true, for: Mode.self)
    }
}

/// An asynchronous member of a mock with matchers for its arguments.
public struct AsyncClause<Mode, Arguments, Returns, Failure: Error>: ClauseProtocol {
    /// The member and its matchers.
    public let __state: ClauseState<Arguments, Returns>

    /// Creates a clause that matches any arguments.
    public init(_ core: MockCore, _ member: String) { __state = ClauseState(core, member, [], for: Mode.self) }

    /// Creates a clause from one matcher per parameter.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, _ matchers: repeat each M) {
        __state = ClauseState(core, member, rules(of: repeat each matchers), for: Mode.self)
    }

    /// Creates a clause from the matchers of a parameter pack.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, all matchers: repeat each M) {
        __state = ClauseState(core, member, rules(of: repeat each matchers), isSpread: true, for: Mode.self)
    }
}

/// A member of a mock that only a closure of exactly the member's type can stub.
public struct BodyClause<Mode, Arguments, Returns, Failure: Error, Body>: ClauseProtocol {
    /// The member and its matchers.
    public let __state: ClauseState<Arguments, Returns>

    /// Creates a clause that matches any arguments.
    public init(_ core: MockCore, _ member: String) { __state = ClauseState(core, member, [], for: Mode.self) }

    /// Creates a clause from one matcher per parameter.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, _ matchers: repeat each M) {
        __state = ClauseState(core, member, rules(of: repeat each matchers), for: Mode.self)
    }
}

private func rules<each M: AnyMatcher>(of matchers: repeat each M) -> [AnyRule?] {
    var rules: [AnyRule?] = []
    for matcher in repeat each matchers { rules.append(matcher.__rule) }
    return rules
}

/// A generic member of a mock, called with any types.
public typealias AnyClause<Mode> = Clause<Mode, Any, Any, any Error>

/// The operations that all clauses have in common.
public protocol ClauseProtocol<Mode, Arguments, Returns, Failure> {
    /// The mode: stubbing, verifying or reading.
    associatedtype Mode
    /// The arguments of a call: a labelled tuple, or the bare type of a single one.
    associatedtype Arguments
    /// The type of the result.
    associatedtype Returns
    /// The type of the errors that the member throws; `Never` if it throws none.
    associatedtype Failure: Error

    /// The member and its matchers.
    var __state: ClauseState<Arguments, Returns> { get }
}

extension ClauseProtocol {
    /// Selects one of several overloads by its result, for example `verify(m).load(id: 1).returning(Int.self)`.
    public func returning(_ type: Returns.Type) -> Self { self }
}
