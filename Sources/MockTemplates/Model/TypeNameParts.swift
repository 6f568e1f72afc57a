internal import MockModel

/// Divides a type into the parts that templates take for its name.
struct TypeNameParts {
    private(set) var attributes: [String] = []
    private(set) var isOptional = false
    private(set) var isImplicitlyUnwrapped = false
    /// The name without the mark of an optional.
    private(set) var unwrapped = ""
    /// The type without attributes and marks.
    private(set) var core: TypeExpression
    private var specifiers: [String] = []

    /// `inout Item?`
    var name: String { specifiers.map { "\($0) " }.joined() + plainName }

    private var plainName: String {
        if case .named("Optional", _) = core { return unwrapped }
        return unwrapped + mark
    }

    private var mark: String { isImplicitlyUnwrapped ? "!" : isOptional ? "?" : "" }

    /// `@escaping (Int) -> Void`
    var source: String { (specifiers + attributes + [plainName]).joined(separator: " ") }

    init(_ expression: TypeExpression) {
        core = expression
        switch expression {
        case .attributed(let specifiers, let attributes, let base):
            self = TypeNameParts(base)
            self.specifiers = specifiers + self.specifiers
            self.attributes = attributes + self.attributes
        case .optional(let wrapped): adopt(wrapped)
        case .implicitlyUnwrapped(let wrapped):
            adopt(wrapped)
            isImplicitlyUnwrapped = true
        case .tuple(let elements) where elements.count == 1 && elements[0].label == nil:
            self = TypeNameParts(elements[0].type)
        case .function(let function): unwrapped = Self.name(of: function)
        case .named("Optional", let arguments) where arguments.count == 1:
            isOptional = true
            unwrapped = expression.description
        default: unwrapped = expression.description
        }
    }

    /// Adopts the type inside of an optional.
    private mutating func adopt(_ wrapped: TypeExpression) {
        let parts = TypeNameParts(wrapped)
        isOptional = true
        core = parts.core
        switch parts.core {
        case .function, .composition: unwrapped = "(\(parts.source))"
        default: unwrapped = parts.name
        }
    }

    private static func name(of function: FunctionType) -> String {
        let parameters = function.parameters.map { parameter in
            (parameter.name.map { "_ \($0): " } ?? "") + TypeNameParts(parameter.type).source
                + (parameter.isVariadic ? "..." : "")
        }
        return "(\(parameters.joined(separator: ", ")))\(function.effects.text) -> "
            + TypeNameParts(function.result).source
    }
}

extension Effects {
    /// With a space in front, or empty.
    fileprivate var text: String {
        var code = CodeWriter()
        write(to: &code)
        return code.text
    }
}
