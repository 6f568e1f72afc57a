/// A property access for which the runtime stores a value: until it is stubbed, the property behaves as if stored.
struct PropertyCall {
    let call: CallPlan
    /// The getter's key: a setter is recorded under its own key, but stores the value under the getter's.
    var keyOfGetter: String?
}
