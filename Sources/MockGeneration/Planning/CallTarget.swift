/// What a call does on another object: the member of the target with its arguments.
struct CallTarget {
    enum Member {
        case function(String)
        case property(String)
        case `subscript`
        /// The local function that finds out what types the target has.
        case opened
        /// Nothing can answer in the mock's place, and nothing is printed.
        case none
    }

    var member: Member
    var arguments: [ParameterPlan] = []
    /// What is assigned to the member.
    var newValue: ParameterPlan?
}
