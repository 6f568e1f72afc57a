/// What an initializer of a mock does: it makes the state, and is recorded as a call of a static member.
struct InitializerCall {
    let call: CallPlan
    let isFailable: Bool
    /// Whatever inherits from a class has its state already, and gets the rest from there.
    let inherits: Bool
    /// That class has such an initializer itself.
    let overrides: Bool
    /// `statics`, unless a requirement hides it.
    let statics: String
}
