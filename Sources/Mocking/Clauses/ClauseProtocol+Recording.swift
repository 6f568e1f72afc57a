extension ClauseProtocol where Mode == Recording {
    /// The arguments of the matching calls, oldest first.
    public var arguments: [Arguments] { __state.arguments(of: __state.matches()) }

    /// The number of matching calls.
    public var count: Int { __state.matches().count }

    /// True if no call matches.
    public var isEmpty: Bool { count == 0 }

    /// The arguments of the first matching call.
    public var first: Arguments? { arguments.first }

    /// The arguments of the last matching call, for example `calls(cook).fetch().last?.id`.
    public var last: Arguments? { arguments.last }

    /// The arguments of one matching call, counted from 0.
    public subscript(index: Int) -> Arguments { arguments[index] }

    /// True if a call matches, for example `#expect(calls(cook).log("a").wasCalled)`.
    public var wasCalled: Bool { !isEmpty }

    /// Returns true if the number of matching calls is as expected, for example
    /// `calls(cook).log().wasCalled(.atMost(2))`.
    public func wasCalled(_ expected: CallCount) -> Bool { expected.accepts(count) }

    /// The results of the matching calls: returned values and thrown errors. Calls that have not ended are left out, so
    /// use ``history`` to read results together with arguments.
    public var results: [Result<Returns, any Error>] {
        let records = __state.matches()
        let outcomes = __state.core.lock.locked { records.map(\.outcome) }
        return outcomes.compactMap { outcome in
            switch outcome {
            case .pending: nil
            case .value(let value): (value as? Returns).map { .success($0) }
            case .failure(let error): .failure(error)
            }
        }
    }

    /// The values that matching calls have returned, without calls that threw. For example, the mock that a relaxed
    /// call returned: `calls(hotel).kitchen().returned.last as? MockKitchen`.
    public var returned: [Returns] { results.compactMap { try? $0.get() } }

    /// The errors that matching calls have thrown.
    public var thrown: [any Error] {
        results.compactMap { result in
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }

    /// The matching calls with their arguments and results, oldest first. Calls whose arguments were not recorded are
    /// left out.
    ///
    /// ```swift
    /// for call in calls(cook).fetch().history { print(call.arguments.id, call.result) }
    /// ```
    public var history: [MockCall<Arguments, Returns>] {
        let state = __state
        let records = state.matches()
        let outcomes = state.core.lock.locked { records.map(\.outcome) }
        return zip(records, outcomes).compactMap { record, outcome in
            guard let arguments = state.arguments(of: [record]).first else { return nil }
            return MockCall(record, outcome, arguments, in: state.core, state.member)
        }
    }

    /// The positions of the matching calls among the calls of all mocks: a smaller number is an earlier call.
    public var order: [Int] { __state.matches().map(\.order) }
}
