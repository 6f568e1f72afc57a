/// Stands in the record of a call for what cannot be stored: closures that do not escape, values that cannot be copied.
public struct Unrecorded<Value: ~Copyable & ~Escapable>: CustomStringConvertible {
    /// Makes a stand-in.
    public init() {}

    /// How the missing value reads in messages.
    public var description: String { "(not recorded)" }
}
