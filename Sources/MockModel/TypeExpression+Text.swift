extension TypeExpression: CustomStringConvertible {
    /// The type as Swift source, in one spelling for all layouts of the original.
    package var description: String {
        switch self {
        case .named(let name, let arguments): name + Self.argumentList(arguments)
        case .member(let base, let name, let arguments):
            "\(base.needsParenthesesBeforePostfix ? "(\(base))" : "\(base)").\(name)\(Self.argumentList(arguments))"
        case .optional(let wrapped): "\(wrapped.parenthesizedForPostfix)?"
        case .implicitlyUnwrapped(let wrapped): "\(wrapped.parenthesizedForPostfix)!"
        case .array(let element): "[\(element)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements) where elements.isEmpty: "()"
        case .tuple(let elements):
            "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.description }.joined(separator: ", ")
                + ")"
        case .function(let function): function.description
        case .some(let constraint): "some \(constraint)"
        case .any(let constraint): "any \(constraint)"
        case .composition(let members): members.map(\.parenthesizedInComposition).joined(separator: " & ")
        case .metatype(let base): "\(base.parenthesizedForPostfix).Type"
        case .protocolMetatype(let base): "\(base.parenthesizedForPostfix).Protocol"
        case .suppressed(let base): "~\(base)"
        case .packExpansion(let pattern): "repeat \(pattern)"
        case .packElement(let pack): "each \(pack)"
        case .attributed(let specifiers, let attributes, let base):
            (specifiers + attributes + [base.description]).joined(separator: " ")
        case .verbatim(let text): text
        }
    }

    private static func argumentList(_ arguments: [TypeExpression]) -> String {
        arguments.isEmpty ? "" : "<" + arguments.map(\.description).joined(separator: ", ") + ">"
    }

    private var needsParenthesesBeforePostfix: Bool {
        switch self {
        case .function, .some, .any, .composition, .attributed, .suppressed, .packExpansion, .packElement: true
        case .named, .member, .optional, .implicitlyUnwrapped, .array, .dictionary, .tuple, .metatype,
            .protocolMetatype, .verbatim:
            false
        }
    }

    private var parenthesizedForPostfix: String { needsParenthesesBeforePostfix ? "(\(self))" : description }

    private var parenthesizedInComposition: String {
        switch self {
        case .function, .some, .any, .attributed: "(\(self))"
        default: description
        }
    }
}

extension FunctionType: CustomStringConvertible {
    package var description: String {
        let list = parameters.map { parameter in
            (parameter.name.map { "_ \($0): " } ?? "") + parameter.type.description
                + (parameter.isVariadic ? "..." : "")
        }
        return "(\(list.joined(separator: ", ")))\(effects) -> \(result)"
    }
}
