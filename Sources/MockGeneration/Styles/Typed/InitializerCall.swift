/// The body of a mock's initializer: it creates the state and is recorded as a call of a static member.
struct InitializerCall {
    let call: CallPlan
    let isFailable: Bool
    /// True if the mock inherits from a class: it already has its state, and the superclass initializes the rest.
    let inherits: Bool
    /// True if that class declares the same initializer.
    let overrides: Bool
    /// The property that holds the mock's state.
    let state: String
    /// `statics`, unless a requirement hides it.
    let statics: String
}
