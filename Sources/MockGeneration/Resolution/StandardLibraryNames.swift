internal import MockModel

/// Type names available in every file without an import. A signature that mentions only these needs no imports.
package enum StandardLibraryNames {
    package static func contains(_ name: String) -> Bool { names.contains(name) }

    static var all: Set<String> { Set(names.words) }

    /// True if the type is certainly neither an existential nor a generic parameter.
    static func isConcrete(_ name: String) -> Bool { concrete.contains(name) }

    /// Types whose values cannot be stored: noncopyable or nonescapable.
    static let unstorable: WordSet = [
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "UTF8Span", "ExecutorJob",
        "UniqueBox",
    ]

    static let unstorableSynchronization: Set<String> = ["Atomic", "AtomicLazyReference", "Mutex"]

    private static let concrete: WordSet = [
        "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
        "Float", "Float16", "Double", "Bool", "String", "Substring", "Character", "StaticString", "Void", "Never",
        "Duration", "ObjectIdentifier", "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Optional",
        "Result", "Range", "ClosedRange",
    ]

    private static let names = WordSet(
        Set(concrete.words).union([
            "Any", "AnyObject", "Self", "Sendable", "Copyable", "Escapable", "BitwiseCopyable", "Error", "Actor",
            "MainActor", "Equatable", "Hashable", "Comparable", "Identifiable", "Encodable", "Decodable", "Codable",
            "Encoder", "Decoder", "CodingKey", "CustomStringConvertible", "CustomDebugStringConvertible",
            "LosslessStringConvertible", "CaseIterable", "RawRepresentable", "Strideable", "Sequence", "Collection",
            "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection",
            "IteratorProtocol", "AsyncSequence", "AsyncIteratorProtocol", "AsyncStream", "AsyncThrowingStream", "Task",
            "TaskGroup", "ThrowingTaskGroup", "TaskPriority", "Clock", "InstantProtocol", "ContinuousClock",
            "SuspendingClock", "CheckedContinuation", "UnsafeContinuation", "CancellationError", "Executor",
            "SerialExecutor", "UnownedSerialExecutor", "AnyHashable", "AnySequence", "AnyIterator", "AnyCollection",
            "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath", "PartialKeyPath", "AnyKeyPath", "Hasher",
            "Mirror",
            "Unicode", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
            "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
            "UnsafeMutableRawBufferPointer",
            "OpaquePointer", "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "InlineArray", "SIMD2",
            "SIMD3", "SIMD4", "Slice", "EmptyCollection", "CollectionOfOne", "Zip2Sequence", "EnumeratedSequence",
            "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger", "SignedInteger", "UnsignedInteger",
            "FloatingPoint", "BinaryFloatingPoint", "AdditiveArithmetic", "StringProtocol", "OptionSet", "SetAlgebra",
            "ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByArrayLiteral",
            "ExpressibleByDictionaryLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByFloatLiteral",
            "ExpressibleByNilLiteral", "ExpressibleByUnicodeScalarLiteral", "RandomNumberGenerator", "TextOutputStream",
            "TextOutputStreamable", "CVarArg", "Swift", "Element", "Type", "DiscardingTaskGroup",
            "ThrowingDiscardingTaskGroup", "TaskLocal", "Unmanaged", "ManagedBuffer", "PartialRangeFrom",
            "PartialRangeUpTo", "PartialRangeThrough", "RangeExpression", "ReversedCollection", "LazySequence",
            "KeyValuePairs", "DefaultIndices", "SystemRandomNumberGenerator",
        ]))
}
