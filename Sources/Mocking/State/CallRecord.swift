/// One call that was made, whatever its types.
///
/// A mock makes one for every call, so it is as little generic as it can be: asking the runtime for the metadata of a
/// generic type costs about as much as the rest of a call. Types are compared by identity instead.
class CallRecord {
    enum Outcome {
        case pending
        case value(Any)
        case failure(any Error)
    }

    /// Its place among the calls of all mocks.
    let order: Int
    let argumentsType: Any.Type
    let returnsType: Any.Type
    /// A verification has seen it, so `verifyNoMoreCalls` has nothing to say about it.
    final var isVerified = false
    /// A consuming verification has taken it; later ones do not count it.
    final var isConsumed = false
    final var outcome = Outcome.pending
    let time = CallTime.now

    init(order: Int, argumentsType: Any.Type, returnsType: Any.Type) {
        self.order = order
        self.argumentsType = argumentsType
        self.returnsType = returnsType
    }

    final func hasTypes(_ arguments: Any.Type, _ returns: Any.Type) -> Bool {
        argumentsType == arguments && returnsType == returns
    }

    /// Nothing if the mock was told not to keep arguments alive.
    var anyArguments: Any? { nil }

    /// Runs a closure with the address of the arguments, or does nothing if they were not kept.
    func withArguments<R>(_ body: (UnsafeRawPointer) -> R) -> R? { nil }
}

/// One call with its arguments.
final class TypedRecord<Arguments>: CallRecord {
    let arguments: Arguments

    init(order: Int, arguments: Arguments, returnsType: Any.Type) {
        self.arguments = arguments
        super.init(order: order, argumentsType: Arguments.self, returnsType: returnsType)
    }

    override var anyArguments: Any? { arguments }

    override func withArguments<R>(_ body: (UnsafeRawPointer) -> R) -> R? {
        withUnsafePointer(to: arguments) { body(UnsafeRawPointer($0)) }
    }
}
