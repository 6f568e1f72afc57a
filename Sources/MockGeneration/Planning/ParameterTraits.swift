/// What a parameter is as far as calls with it have to know. All parameters of a member together have those of each.
struct ParameterTraits: OptionSet {
    let rawValue: UInt16

    static let variadic = ParameterTraits(rawValue: 1 << 0)
    /// `inout`, also of a pack.
    static let `inout` = ParameterTraits(rawValue: 1 << 1)
    static let autoclosure = ParameterTraits(rawValue: 1 << 2)
    /// An autoclosure whose evaluation may throw.
    static let throwingAutoclosure = ParameterTraits(rawValue: 1 << 3)
    /// Cannot be stored: a closure that must not escape, or a value that cannot be copied.
    static let unrecorded = ParameterTraits(rawValue: 1 << 4)
    static let sending = ParameterTraits(rawValue: 1 << 5)
    /// A closure that must not escape cannot be sent on from where others capture it.
    static let lentClosure = ParameterTraits(rawValue: 1 << 6)
    /// A value that can be used once, and is.
    static let consumed = ParameterTraits(rawValue: 1 << 7)
    static let pack = ParameterTraits(rawValue: 1 << 8)
    /// `(repeat each T)`
    static let tupleOfPack = ParameterTraits(rawValue: 1 << 9)
    /// A closure over a parameter pack, a pack of closures or of `inout`: no closure can capture it (6.3.1).
    static let indescribable = ParameterTraits(rawValue: 1 << 10)
    static let isolated = ParameterTraits(rawValue: 1 << 11)
    /// `isolated Worker`, not `isolated any Actor`.
    static let onOneActor = ParameterTraits(rawValue: 1 << 12)
    /// Nobody can call a member with such a parameter.
    static let uninhabited = ParameterTraits(rawValue: 1 << 13)

    /// Neither an actor that the call is isolated to nor a pack can be sent along with a record.
    static let boundToPlace: ParameterTraits = [.pack, .tupleOfPack, .isolated]

    func containsAny(of traits: ParameterTraits) -> Bool { !isDisjoint(with: traits) }

    /// Whether calls can be recorded with their arguments.
    var isDescribable: Bool {
        !contains(.indescribable)
            && !(containsAny(of: [.pack, .tupleOfPack]) && containsAny(of: [.unrecorded, .inout]))
    }
}
