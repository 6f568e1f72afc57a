internal import MockModel

/// The vocabulary of a spy: the words that follow a member's name.
///
/// `nil` where the vocabulary has no such property.
struct SpyWords {
    /// The rule that names members; see ``SpyNaming``.
    let naming: SpyNaming
    /// `Int`: the number of calls.
    let callCount: String
    /// True if only the mock itself changes the number of calls.
    let isCallCountReadOnly: Bool
    /// `Bool`: true if there was a call.
    var called: String?
    /// The arguments of the last call.
    var received: String?
    /// The arguments of all calls.
    let invocations: String
    /// True if calls are recorded without the arguments that cannot be stored; otherwise such calls are not recorded.
    let recordsPartially: Bool
    /// The value that a call returns if the closure is not set.
    var returnValue: String?
    /// The error that a call throws.
    var throwableError: String?
    /// The closure that answers calls.
    let handler: String
    /// `Int`: the number of times that a property was set.
    var setCount: String?
    /// The subject behind a publisher of Combine.
    var subject: String?
    /// The prefix of the property that holds the value of another one.
    let underlying: String
    /// True if tests use the property with that prefix.
    let isUnderlyingVisible: Bool
    /// True if an initializer takes the values of all properties.
    let hasInitializer: Bool
    /// The last words of the names of all properties, and `Set`, to which an accessor adds such a word; `nil` for a
    /// vocabulary whose property names end with names of parameters.
    var endings: WordSet?
    /// True if the mock has a static method that clears what its static members recorded.
    let resetsStatics: Bool

    static let mockolo = SpyWords(
        naming: .shortest, callCount: "CallCount", isCallCountReadOnly: true, invocations: "ArgValues",
        recordsPartially: true, handler: "Handler", setCount: "SetCallCount", subject: "Subject", underlying: "_",
        isUnderlyingVisible: false, hasInitializer: true,
        endings: ["Count", "Values", "Handler", "Subject", "Set", "Value"], resetsStatics: false)

    static let sourcery = sourcery(.labels)
    static let autoMockable = sourcery(.labelsAndTypes)

    private static func sourcery(_ naming: SpyNaming) -> SpyWords {
        SpyWords(
            naming: naming, callCount: "CallsCount", isCallCountReadOnly: false, called: "Called",
            received: "Received", invocations: "ReceivedInvocations", recordsPartially: false,
            returnValue: "ReturnValue", throwableError: "ThrowableError", handler: "Closure", underlying: "underlying",
            isUnderlyingVisible: true, hasInitializer: false, resetsStatics: true)
    }
}
