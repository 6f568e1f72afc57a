/// A parameter that a clause has a matcher for.
struct MatchedParameter {
    let plan: ParameterPlan
    /// True if the matcher may be omitted, which means any value.
    let hasDefault: Bool
    /// The label of the new value in the clause of a setter.
    let setLabel: String?
}
