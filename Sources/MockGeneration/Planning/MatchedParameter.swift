/// A parameter that a clause has a matcher for.
struct MatchedParameter {
    let plan: ParameterPlan
    /// Whoever does not name the matcher means any value.
    let hasDefault: Bool
    /// The label of the new value in the clause of a setter.
    let setLabel: String?
}
