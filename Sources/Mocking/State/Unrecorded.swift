/// Replaces an argument that cannot be stored in the record of a call: a nonescaping closure or a noncopyable value.
public struct Unrecorded<Value: ~Copyable & ~Escapable>: CustomStringConvertible {
    /// Creates a placeholder.
    public init() {}

    /// The placeholder's text in messages.
    public var description: String { "not recorded" }
}

/// ``Unrecorded`` of any type.
protocol UnrecordedArgument {}

extension Unrecorded: UnrecordedArgument where Value: ~Copyable & ~Escapable {}
