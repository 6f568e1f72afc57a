/// A property access for which the runtime stores a value: until it is stubbed, the property behaves as if stored.
struct PropertyCall {
    let call: CallPlan
    /// The getter's key, which a setter passes: the runtime stores the value under it.
    var keyOfGetter: String?
}
