/// One call that was made, whatever its types.
class CallRecord {
    /// Its place among the calls of all mocks.
    let order: Int
    /// A verification has seen it, so `verifyNoMoreCalls` has nothing to say about it.
    var isVerified = false
    /// A consuming verification has taken it; later ones do not count it.
    var isConsumed = false

    init(order: Int) { self.order = order }

    var anyArguments: Any? { nil }
    var anyResult: Result<Any, any Error>? { nil }
    /// The arguments one by one.
    func elements(isSingle: Bool) -> [Any] { [] }
}

/// One call with its arguments and, once it has ended, its result.
final class TypedRecord<Arguments, Returns>: CallRecord {
    /// Nothing if the mock was told not to keep arguments alive.
    let arguments: Arguments?
    var result: Result<Returns, any Error>?

    init(order: Int, arguments: Arguments?) {
        self.arguments = arguments
        super.init(order: order)
    }

    override var anyArguments: Any? { arguments.map { $0 as Any } }
    override var anyResult: Result<Any, any Error>? { result.map { $0.map { $0 as Any } } }

    override func elements(isSingle: Bool) -> [Any] {
        guard let arguments else { return [] }
        let layout = ArgumentLayout(of: Arguments.self, isSingle: isSingle)
        return withUnsafePointer(to: arguments) { base in
            layout.elements.map { layout.value(of: $0, at: UnsafeRawPointer(base)) }
        }
    }
}
