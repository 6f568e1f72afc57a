extension ClauseProtocol where Mode == Recording {
    /// The arguments of the calls that fit, oldest first.
    public var arguments: [Arguments] { __state.arguments(of: __state.matches()) }

    /// How many calls fit.
    public var count: Int { __state.matches().count }

    /// Whether no call fits.
    public var isEmpty: Bool { count == 0 }

    /// The arguments of the first call that fits.
    public var first: Arguments? { arguments.first }

    /// The arguments of the last call that fits, for example `calls(cook).fetch().last?.id`.
    public var last: Arguments? { arguments.last }

    /// The arguments of one of the calls that fit, counted from 0.
    public subscript(index: Int) -> Arguments { arguments[index] }

    /// Whether a call fits, for example `#expect(calls(cook).log("a").wasCalled)`.
    public var wasCalled: Bool { !isEmpty }

    /// Whether as many calls fit as expected, for example `calls(cook).log().wasCalled(.atMost(2))`.
    public func wasCalled(_ expected: CallCount) -> Bool { expected.accepts(count) }

    /// What the calls that fit have returned or thrown; a call that has not ended yet is left out, so the results of
    /// calls are read beside their arguments in ``history``.
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

    /// What the calls that fit have returned, without those that threw, for example the mock that a relaxed call made:
    /// `calls(hotel).kitchen().returned.last as? MockKitchen`.
    public var returned: [Returns] { results.compactMap { try? $0.get() } }

    /// What the calls that fit have thrown.
    public var thrown: [any Error] {
        results.compactMap { result in
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }

    /// The calls that fit with their arguments and results, oldest first; calls whose arguments were not recorded are left
    /// out.
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

    /// The places of the calls that fit among the calls of all mocks: a smaller one was made earlier.
    public var order: [Int] { __state.matches().map(\.order) }
}
