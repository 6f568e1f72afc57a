/// The record of one call, with type-erased arguments and result.
///
/// A mock creates one for every call, so it is as little generic as possible: requesting the metadata of a generic type
/// from the runtime costs about as much as the rest of a call. Types are compared by identity instead.
class CallRecord {
    enum Outcome {
        case pending
        case value(Any)
        case failure(any Error)
    }

    /// The call's position among the calls of all mocks.
    let order: Int
    let argumentsType: Any.Type
    let returnsType: Any.Type
    /// True if a verification has counted the call, so that `verifyNoMoreCalls` does not report it.
    final var isVerified = false
    /// True if a consuming verification has counted the call, so that later ones do not.
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

    /// `nil` if the mock does not record arguments.
    var anyArguments: Any? { nil }

    /// Runs a closure with the address of the arguments; returns `nil` if they were not recorded.
    func withArguments<R>(_ body: (UnsafeRawPointer) -> R) -> R? { nil }
}

/// The record of one call with its arguments.
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
