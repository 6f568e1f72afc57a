extension DefaultValue where Self: Numeric {
    /// Zero.
    public static var defaultValue: Self { .zero }
}

extension Int: DefaultValue {}
extension Int8: DefaultValue {}
extension Int16: DefaultValue {}
extension Int32: DefaultValue {}
extension Int64: DefaultValue {}
extension UInt: DefaultValue {}
extension UInt8: DefaultValue {}
extension UInt16: DefaultValue {}
extension UInt32: DefaultValue {}
extension UInt64: DefaultValue {}
extension Float: DefaultValue {}
extension Double: DefaultValue {}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension Int128: DefaultValue {}
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension UInt128: DefaultValue {}
