/// A recorded call.
public struct MockInvocation {
    /// The raw value of the method's id.
    public let methodID: Int
    /// The name of the method with its labels, as in `parse(_:)`.
    public let functionName: String
    /// The arguments in the order of the declaration; `nil` for one that cannot be kept.
    public let args: [Any?]

    init(_ methodID: Int, _ functionName: String, _ args: [Any?]) {
        self.methodID = methodID
        self.functionName = functionName
        self.args = args
    }
}
