internal import MockModel

/// A property of a spy that records calls or answers them.
struct SpySlot {
    let name: SpyName
    let type: TypeExpression
    /// The value before the first call.
    let value: String
    var access = Access.settable
    /// True if the first value must be made where the mock is used, and not where it is created.
    var isLazy = false

    enum Access {
        case settable
        /// Only the mock itself sets it.
        case readOnly
        /// Only the mock itself uses it.
        case hidden
    }

    /// Writes `fooCallCount: Int = 0`.
    func writeStored(to code: inout CodeWriter) {
        code += "var "
        name.write(to: &code)
        code += ": "
        code += type
        if value != "nil" || !type.beginsWithNil {
            code += " = "
            code += value
        }
    }
}

extension TypeExpression {
    /// True if a property of the type is `nil` before it is set.
    fileprivate var beginsWithNil: Bool {
        switch self {
        case .optional, .implicitlyUnwrapped: true
        case .named, .array, .dictionary, .tuple: false
        case .verbatim(let text): Self.isMarkedOptional(text)
        default: Self.isMarkedOptional(description)
        }
    }

    private static func isMarkedOptional(_ text: String) -> Bool {
        text.utf8.last == UInt8(ascii: "?") || text.utf8.last == UInt8(ascii: "!")
    }
}
