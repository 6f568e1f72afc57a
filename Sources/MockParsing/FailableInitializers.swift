internal import MockModel

/// Initializers of the standard library and Foundation that return an optional.
enum FailableInitializers {
    private static let numbers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
        "Float", "Double", "Float16", "CGFloat", "Decimal",
    ]

    /// The first labels of the failable ones.
    private static let labels: [String: Set<String>] = [
        "URL": ["string"], "UUID": ["uuidString"], "Decimal": ["string"], "URLComponents": ["string", "url"],
        "Data": ["base64Encoded"], "TimeZone": ["identifier", "abbreviation", "secondsFromGMT"],
        "String": ["data", "bytes", "validating", "validatingUTF8", "validatingCString", "utf8String"],
        "Bundle": ["path", "identifier", "url"], "UserDefaults": ["suiteName"],
        "FileHandle": ["forReadingAtPath", "forWritingAtPath", "forUpdatingAtPath"], "Character": ["exactly"],
    ]

    /// Generic types whose arguments follow from those of a call: `Set([1])` is a `Set<Int>`.
    private static let generics: Set<String> = [
        "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Optional", "Result", "Range", "ClosedRange",
        "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough", "AnySequence", "AnyIterator", "AnyCollection",
        "CollectionOfOne", "KeyValuePairs", "Slice", "Unmanaged", "UnsafePointer", "UnsafeMutablePointer",
        "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "Mutex", "Atomic", "Measurement", "TaskLocal",
    ]

    /// Returns the type of a call; `nil` if it depends on the types of the arguments.
    ///
    /// - Parameter first: the label of the first argument, and its type where `EvidentType` infers one; `nil` without
    ///   arguments.
    static func result(
        of type: TypeExpression, _ first: (label: String?, type: TypeExpression?)?
    ) -> TypeExpression? {
        guard let name = simpleName(of: type), let first else { return type }
        if type == .named(name), generics.contains(name) { return nil }
        if let label = first.label, labels[name]?.contains(label) == true { return .optional(type) }
        guard numbers.contains(name) || isTextual(name) else { return type }
        if first.label == "exactly" { return .optional(type) }
        if first.label != nil { return type }
        switch first.type {
        case .named("String", _)?: return .optional(type)
        case .named("Int", _)?, .named("Double", _)?: return isTextual(name) ? nil : type
        default: return nil
        }
    }

    private static func simpleName(of type: TypeExpression) -> String? {
        switch type {
        case .named(let name, _), .member(_, let name, _): name
        default: nil
        }
    }

    /// `Bool("true")` is failable and `Bool(flag)` is not, for example.
    private static func isTextual(_ name: String) -> Bool { name == "Bool" || name == "Scalar" }
}
