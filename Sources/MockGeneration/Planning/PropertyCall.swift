/// Calls of a property that the runtime can keep a value for: until it is stubbed, it behaves as if it were stored.
struct PropertyCall {
    let call: CallPlan
    /// A setter is recorded under a key of its own but stores for the getter.
    var keyOfGetter: String?
}
