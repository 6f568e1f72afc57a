/// A type with a value that an unstubbed call can return.
///
/// ```swift
/// extension User: DefaultValue {
///     static var defaultValue: User { User(id: 0, name: "") }
/// }
/// ```
public protocol DefaultValue {
    /// The value that an unstubbed call returns.
    static var defaultValue: Self { get }
}

extension Optional: DefaultValue {
    /// `nil`.
    public static var defaultValue: Wrapped? { nil }
}

extension Array: DefaultValue {
    /// An array without elements.
    public static var defaultValue: [Element] { [] }
}

extension ArraySlice: DefaultValue {
    /// A slice without elements.
    public static var defaultValue: ArraySlice<Element> { [] }
}

extension ContiguousArray: DefaultValue {
    /// An array without elements.
    public static var defaultValue: ContiguousArray<Element> { [] }
}

extension Dictionary: DefaultValue {
    /// A dictionary without entries.
    public static var defaultValue: [Key: Value] { [:] }
}

extension Set: DefaultValue {
    /// A set without elements.
    public static var defaultValue: Set<Element> { [] }
}

extension String: DefaultValue {
    /// The empty string.
    public static var defaultValue: String { "" }
}

extension Substring: DefaultValue {
    /// The empty string.
    public static var defaultValue: Substring { "" }
}

extension Character: DefaultValue {
    /// A space.
    public static var defaultValue: Character { " " }
}

extension Bool: DefaultValue {
    /// `false`.
    public static var defaultValue: Bool { false }
}

extension Duration: DefaultValue {
    /// The zero duration.
    public static var defaultValue: Duration { .zero }
}

extension ContinuousClock.Instant: DefaultValue {
    /// The clock's epoch, on Linux the start of the machine.
    public static var defaultValue: ContinuousClock.Instant { ContinuousClock().systemEpoch }
}

extension SuspendingClock.Instant: DefaultValue {
    /// The clock's epoch, on Linux the start of the machine.
    public static var defaultValue: SuspendingClock.Instant { SuspendingClock().systemEpoch }
}

extension Unicode.Scalar: DefaultValue {
    /// A space.
    public static var defaultValue: Unicode.Scalar { " " }
}

extension StaticString: DefaultValue {
    /// The empty string.
    public static var defaultValue: StaticString { "" }
}

extension KeyValuePairs: DefaultValue {
    /// Pairs without elements.
    public static var defaultValue: KeyValuePairs<Key, Value> { [:] }
}

extension AnySequence: DefaultValue {
    /// A sequence without elements.
    public static var defaultValue: AnySequence<Element> { AnySequence(EmptyCollection()) }
}

extension ClosedRange: DefaultValue where Bound: DefaultValue {
    /// The range that contains the default value of its bound alone.
    public static var defaultValue: ClosedRange<Bound> { Bound.defaultValue...Bound.defaultValue }
}

extension Range: DefaultValue where Bound: DefaultValue {
    /// The empty range at the default value of its bound.
    public static var defaultValue: Range<Bound> { Bound.defaultValue..<Bound.defaultValue }
}

extension AsyncStream: DefaultValue {
    /// A stream that ends without an element.
    public static var defaultValue: AsyncStream<Element> { AsyncStream { $0.finish() } }
}

extension AsyncThrowingStream: DefaultValue where Failure == any Error {
    /// A stream that ends without an element.
    public static var defaultValue: AsyncThrowingStream<Element, Failure> { AsyncThrowingStream { $0.finish() } }
}
