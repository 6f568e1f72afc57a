internal import MockModel

/// All decisions about one member of a mock in style `mimus`.
struct MimusMember {
    enum Body {
        case call(MimusCall)
        case accessors(get: MimusCall, set: MimusCall?)
        case storage(MimusSlot, setter: String)
        /// A property that is stored as it is declared, with its first value.
        case stored(String, isLazy: Bool)
        case initializer(InitializerHead)
        case empty
    }

    let witness: Witness
    let body: Body
    /// The properties that tests set to answer the member's calls.
    var slots: [MimusSlot] = []
    /// The method of the verifier; `nil` for a member that is no function.
    var verification: Verification?

    struct Verification {
        let name: String
        let identifier: String
        let parameters: [ParameterPlan]
    }

    var isStatic: Bool { witness.member.isStatic }
}

/// How a call is recorded and answered.
struct MimusCall {
    let signature: SignaturePlan
    let identifier: String
    let arguments: RecordedArguments
    /// The property with the error to throw, and the cast to the member's own error type.
    var error: (property: String, cast: String)?
    var answer = Answer.none

    enum Answer {
        case none
        /// The value of a property; `isOptional` if `nil` is a value.
        case simulated(String, cast: String, isOptional: Bool)
        /// The value for equal arguments.
        case recorded
        /// An expression, because no property can have the value.
        case value(String)
        case trap
    }
}

/// A property that tests set.
struct MimusSlot {
    let name: String
    let type: String
    /// The value before a test sets it.
    let value: String
    let isLazy: Bool
}
