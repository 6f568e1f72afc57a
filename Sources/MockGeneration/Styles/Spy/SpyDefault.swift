internal import MockModel

/// The value that a stored property of a spy begins with.
enum SpyDefault {
    /// Returns a literal, or `nil` for types that have none. Unlike the result of a call, it creates no mock: two mocks
    /// might have each other as properties.
    static func literal(of type: TypeExpression) -> String? {
        switch type.bare {
        case .optional, .implicitlyUnwrapped, .named("Optional", _): "nil"
        case .array, .named("Array", _), .named("Set", _): "[]"
        case .dictionary, .named("Dictionary", _): "[:]"
        case .named("String", _), .named("Substring", _): "\"\""
        case .named("Bool", _): "false"
        case .named(let name, _) where DefaultExpression.numbers.contains(name): "0"
        case .tuple(let elements): tuple(elements)
        default: nil
        }
    }

    private static func tuple(_ elements: [TupleElement]) -> String? {
        let values = elements.compactMap { element in
            literal(of: element.type).map { (element.label.map { "\($0): " } ?? "") + $0 }
        }
        return values.count == elements.count ? "(\(values.joined(separator: ", ")))" : nil
    }
}
