/// One member of the set that `given`, `verify` and `calls` return.
struct ClausePlan {
    enum Form: Equatable {
        case method(String)
        case property(String)
        case `subscript`
    }

    enum Content {
        /// - setLabel: the label of the new value in the clause of a setter.
        case call(setLabel: String? = nil)
        /// A generic member, called with any type.
        case anyType
    }

    var attributes: [String]
    var form: Form
    var call: CallPlan
    var content: Content
    /// The number of matchers, from the first, that a call must have: those that tell overloads apart.
    var requiredMatchers: Int
    /// True if a call must say `.async`, because the clause of a synchronous member looks the same.
    var isAsyncTwin = false
    /// Distinguishes the clause from another one with the same appearance.
    var number: Int?
}
