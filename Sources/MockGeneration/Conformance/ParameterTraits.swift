/// The traits of a parameter that calls depend on. A signature has the union of its parameters' traits.
struct ParameterTraits: OptionSet {
    let rawValue: UInt16

    static let variadic = ParameterTraits(rawValue: 1 << 0)
    /// `inout`, also for a pack.
    static let `inout` = ParameterTraits(rawValue: 1 << 1)
    static let autoclosure = ParameterTraits(rawValue: 1 << 2)
    /// An autoclosure whose evaluation may throw.
    static let throwingAutoclosure = ParameterTraits(rawValue: 1 << 3)
    /// A parameter that cannot be stored: a nonescaping closure, or a value that is not copyable.
    static let unrecorded = ParameterTraits(rawValue: 1 << 4)
    static let sending = ParameterTraits(rawValue: 1 << 5)
    /// A nonescaping closure that is `sending`: a closure that captures it cannot send it on.
    static let lentClosure = ParameterTraits(rawValue: 1 << 6)
    /// A value that is consumed: it can be used once, and is.
    static let consumed = ParameterTraits(rawValue: 1 << 7)
    static let pack = ParameterTraits(rawValue: 1 << 8)
    /// `(repeat each T)`
    static let tupleOfPack = ParameterTraits(rawValue: 1 << 9)
    /// A closure over a parameter pack, a pack of closures or an `inout` pack: no closure can capture it (6.3.1).
    static let indescribable = ParameterTraits(rawValue: 1 << 10)
    static let isolated = ParameterTraits(rawValue: 1 << 11)
    /// `isolated Worker`, not `isolated any Actor`.
    static let onOneActor = ParameterTraits(rawValue: 1 << 12)
    /// A parameter whose type has no values: the member cannot be called.
    static let uninhabited = ParameterTraits(rawValue: 1 << 13)

    /// Traits of parameters that cannot be sent with a record: the call's isolated actor, and packs.
    static let unsendable: ParameterTraits = [.pack, .tupleOfPack, .isolated]

    func containsAny(of traits: ParameterTraits) -> Bool { !isDisjoint(with: traits) }

    /// True if calls can be recorded with their arguments.
    var isDescribable: Bool {
        !contains(.indescribable)
            && !(containsAny(of: [.pack, .tupleOfPack]) && containsAny(of: [.unrecorded, .inout]))
    }
}
