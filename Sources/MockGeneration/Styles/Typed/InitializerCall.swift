/// The body of a mock's initializer: it creates the state and is recorded as a call of a static member. A mock that
/// inherits from a class already has its state.
struct InitializerCall {
    let call: CallPlan
    let head: InitializerHead
    let names: TypedNames
}
