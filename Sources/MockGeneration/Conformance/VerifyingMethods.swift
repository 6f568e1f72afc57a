/// The methods of a mock without a library that verify the arguments of its calls, as the configuration names them.
package enum VerifyingMethods: String, Hashable, Sendable, CaseIterable {
    case none = "false"
    /// Methods that compare arguments with values, or pass them to closures.
    case comparing = "true"
    /// Besides these, methods with matchers of the package SwiftHamcrest.
    case hamcrest = "hamcrest"
}
