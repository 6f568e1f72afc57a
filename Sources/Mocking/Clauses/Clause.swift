/// A member of a mock with the arguments asked for, to be stubbed, verified or read.
///
/// You never make one: `given(cook).fetch(id: 7)` does.
public struct Clause<Mode, Arguments, Returns, Failure: Error>: ClauseProtocol {
    /// What the clause is about, behind one reference because clauses are made for every line of a test.
    public let __state: ClauseState<Arguments, Returns>

    /// Makes a clause from the matchers of all parameters, or none to leave them open.
    public init(_ core: MockCore, _ member: String, _ matchers: any AnyMatcher...) {
        __state = ClauseState(core, member, matchers.map(\.__rule), for: Mode.self)
    }

    /// Makes a clause from the matchers of a parameter pack.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, all matchers: repeat each M) {
        var rules: [AnyRule?] = []
        for matcher in repeat each matchers { rules.append(matcher.__rule) }
        __state = ClauseState(core, member, rules, isSpread: true, for: Mode.self)
    }
}

/// An asynchronous member of a mock with the arguments asked for.
public struct AsyncClause<Mode, Arguments, Returns, Failure: Error>: ClauseProtocol {
    /// What the clause is about.
    public let __state: ClauseState<Arguments, Returns>

    /// Makes a clause from the matchers of all parameters, or none to leave them open.
    public init(_ core: MockCore, _ member: String, _ matchers: any AnyMatcher...) {
        __state = ClauseState(core, member, matchers.map(\.__rule), for: Mode.self)
    }

    /// Makes a clause from the matchers of a parameter pack.
    public init<each M: AnyMatcher>(_ core: MockCore, _ member: String, all matchers: repeat each M) {
        var rules: [AnyRule?] = []
        for matcher in repeat each matchers { rules.append(matcher.__rule) }
        __state = ClauseState(core, member, rules, isSpread: true, for: Mode.self)
    }
}

/// A member of a mock that only a closure of its very type can stand in for.
public struct BodyClause<Mode, Arguments, Returns, Failure: Error, Body>: ClauseProtocol {
    /// What the clause is about.
    public let __state: ClauseState<Arguments, Returns>

    /// Makes a clause from the matchers of all parameters, or none to leave them open.
    public init(_ core: MockCore, _ member: String, _ matchers: any AnyMatcher...) {
        __state = ClauseState(core, member, matchers.map(\.__rule), for: Mode.self)
    }
}

/// A generic member of a mock, whatever types it is called with.
public typealias AnyClause<Mode> = Clause<Mode, Any, Any, any Error>

/// What all clauses can do.
public protocol ClauseProtocol<Mode, Arguments, Returns, Failure> {
    /// What the clause is for: stubbing, verifying or reading.
    associatedtype Mode
    /// The arguments of a call: a labelled tuple, or the bare type of a single one.
    associatedtype Arguments
    /// The type of the result.
    associatedtype Returns
    /// The type of the errors that the member throws; `Never` if it throws none.
    associatedtype Failure: Error

    /// What the clause is about.
    var __state: ClauseState<Arguments, Returns> { get }
}

extension ClauseProtocol {
    /// Picks one of several overloads by what it returns, for example `verify(m).load(id: 1).returning(Int.self)`.
    public func returning(_ type: Returns.Type) -> Self { self }
}
