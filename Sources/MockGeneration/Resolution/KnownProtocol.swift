internal import MockModel

/// Standard library protocols that a mock conforms to without requirements for the user to stub.
enum KnownProtocol {
    /// Each protocol with those that it refines.
    private static let parents: [String: [String]] = [
        "AnyObject": [], "Any": [], "Sendable": [], "SendableMetatype": [], "Copyable": [], "Escapable": [],
        "Actor": ["AnyActor"], "AnyActor": ["AnyObject", "Sendable"], "Error": ["Sendable"],
        "Equatable": [], "Hashable": ["Equatable"], "Comparable": ["Equatable"],
        "Encodable": [], "Decodable": [], "Codable": ["Encodable", "Decodable"],
        "CustomStringConvertible": [], "CustomDebugStringConvertible": [], "CaseIterable": [],
        "TextOutputStream": [], "CustomReflectable": [],
        "AutoMockable": [],
    ]

    private static let requirements: [String: Set<String>] = [
        "Equatable": ["==(_:_:)"], "Hashable": ["hash(into:)", "hashValue"],
        "Comparable": ["<(_:_:)", "<=(_:_:)", ">(_:_:)", ">=(_:_:)"],
        "Encodable": ["encode(to:)"], "Decodable": ["init(from:)"], "CustomStringConvertible": ["description"],
        "CustomDebugStringConvertible": ["debugDescription"], "CaseIterable": ["allCases"],
        "CustomReflectable": ["customMirror"], "TextOutputStream": ["write(_:)"],
        "Error": ["localizedDescription"],
    ]

    /// Protocols meant for numbers, strings and other plain values, with semantic rules beyond their requirements.
    static let ofValues: WordSet = [
        "BinaryFloatingPoint", "BinaryInteger", "BitwiseCopyable", "FixedWidthInteger", "FloatingPoint", "MirrorPath",
        "SIMD", "SIMDScalar", "SIMDStorage", "SignedInteger", "StringInterpolationProtocol", "StringProtocol",
        "UnicodeCodec", "UnsignedInteger",
    ]

    /// The names of the members that the protocols require.
    static func requirements(of parents: Set<String>) -> Set<String> {
        parents.reduce(into: []) { $0.formUnion(requirements[$1] ?? []) }
    }

    static func isKnown(_ name: String) -> Bool { names.contains(name) }

    private static let names = WordSet(Set(parents.keys))

    /// The protocol and all protocols that it refines.
    static func closure(of name: String) -> Set<String> {
        var found: Set<String> = [name]
        for parent in parents[name] ?? [] { found.formUnion(closure(of: parent)) }
        return found
    }
}
