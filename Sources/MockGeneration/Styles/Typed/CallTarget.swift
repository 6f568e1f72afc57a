/// The member that a forwarded call uses on the target, with its arguments.
struct CallTarget {
    enum Member {
        case function(String)
        case property(String)
        case `subscript`
        /// The local function that opens the target's existential to learn its associated types.
        case opened
        /// No forwarding is possible, and none is printed.
        case none
    }

    var member: Member
    var arguments: [ParameterPlan] = []
    /// The value that is assigned to the member.
    var newValue: ParameterPlan?
}
