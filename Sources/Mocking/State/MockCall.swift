/// One recorded call, with its arguments and its result.
///
/// ```swift
/// calls(cook).fetch().history.last?.result             // of one member, typed
/// history(cook, till).map(\.member)                    // of whole mocks, in the order of their calls
/// ```
public struct MockCall<Arguments, Returns>: CustomStringConvertible {
    /// The outcome of a call.
    public enum Result {
        /// The call has not ended yet.
        case pending
        /// The call has returned a value.
        case value(Returns)
        /// The call has thrown an error.
        case error(any Error)
    }

    /// The name of the mock, for example `MockCook`.
    public let mock: String
    /// The member with its labels, for example `fetch(id:)`; setters are `name =`.
    public let member: String
    /// The arguments: a labelled tuple, or the bare value of a single one.
    public let arguments: Arguments
    /// The outcome of the call at the time when the history was read.
    public let result: Result
    /// The call's position among those of all mocks: a smaller number is an earlier call.
    public let order: Int
    /// The time of the call since the start of 1970, accurate to a few milliseconds. `MockingTestSupport` adds it as a
    /// `date`.
    public let time: Duration
    private let text: String

    /// The value that the call has returned; `nil` if it has thrown or not ended.
    public var value: Returns? {
        guard case .value(let value) = result else { return nil }
        return value
    }

    /// The error that the call has thrown; `nil` if it has not.
    public var error: (any Error)? {
        guard case .error(let error) = result else { return nil }
        return error
    }

    /// The call in source form, and its outcome: `fetch(id: 3) returned Item(id: 3)`.
    public var description: String {
        switch result {
        case .pending: "\(text) has not ended"
        case .value(let value): value is Void ? text : "\(text) returned \(MockDescription.text(of: value))"
        case .error(let error): "\(text) threw \(MockDescription.text(of: error))"
        }
    }

    init(_ record: CallRecord, _ outcome: CallRecord.Outcome, _ arguments: Arguments, in core: MockCore, _ key: String)
    {
        mock = core.name
        member = MemberName(key).signature
        self.arguments = arguments
        order = record.order
        time = record.time.sinceEpoch
        text = MockCore.text(of: record, member: key)
        result =
            switch outcome {
            case .pending: .pending
            case .value(let value): (value as? Returns).map { .value($0) } ?? .pending
            case .failure(let error): .error(error)
            }
    }
}

/// The calls of all members of mocks, oldest first, for example `history(cook, till)`.
///
/// The arguments of calls that were not recorded are ``Unrecorded``.
public func history(_ mocks: any Mock...) -> [MockCall<Any, Any>] {
    let calls = mocks.map(\.mockCore).flatMap { core in core.allCalls().map { (core: core, call: $0) } }
    return calls.sorted { $0.call.record.order < $1.call.record.order }.map { core, call in
        let outcome = core.lock.locked { call.record.outcome }
        return MockCall(
            call.record, outcome, call.record.anyArguments ?? Unrecorded<Any>(), in: core, call.member)
    }
}
