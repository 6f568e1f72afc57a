// Types are printed many times a mock: everything goes into one string, and no part is a string of its own.
extension TypeExpression: CustomStringConvertible {
    /// The type as Swift source, in one spelling for all layouts of the original.
    package var description: String {
        // Most types are plain names.
        if case .named(let name, let arguments) = self, arguments.isEmpty { return name }
        var text = ""
        append(to: &text)
        return text
    }

    /// Appends the type as Swift source.
    package func append(to text: inout String) {
        switch self {
        case .named(let name, let arguments):
            text += name
            Self.append(arguments, to: &text)
        case .member(let base, let name, let arguments):
            base.append(to: &text, inParentheses: base.needsParenthesesBeforePostfix)
            text += "."
            text += name
            Self.append(arguments, to: &text)
        case .optional(let wrapped): wrapped.appendOperand(before: "?", to: &text)
        case .implicitlyUnwrapped(let wrapped): wrapped.appendOperand(before: "!", to: &text)
        case .metatype(let base): base.appendOperand(before: ".Type", to: &text)
        case .protocolMetatype(let base): base.appendOperand(before: ".Protocol", to: &text)
        case .array(let element):
            text += "["
            element.append(to: &text)
            text += "]"
        case .dictionary(let key, let value):
            text += "["
            key.append(to: &text)
            text += ": "
            value.append(to: &text)
            text += "]"
        case .tuple(let elements): Self.append(elements, to: &text)
        case .function(let function): function.append(to: &text)
        case .some(let constraint): constraint.append(behind: "some ", to: &text)
        case .any(let constraint): constraint.append(behind: "any ", to: &text)
        case .suppressed(let base): base.append(behind: "~", to: &text)
        case .packExpansion(let pattern): pattern.append(behind: "repeat ", to: &text)
        case .packElement(let pack): pack.append(behind: "each ", to: &text)
        case .composition(let members):
            Self.append(members, separator: " & ", to: &text) { member, text in
                member.append(to: &text, inParentheses: member.needsParenthesesInComposition)
            }
        case .attributed(let specifiers, let attributes, let base):
            for word in specifiers { text += "\(word) " }
            for word in attributes { text += "\(word) " }
            base.append(to: &text)
        case .verbatim(let verbatim): text += verbatim
        }
    }

    private func append(behind word: String, to text: inout String) {
        text += word
        append(to: &text)
    }

    private func appendOperand(before postfix: String, to text: inout String) {
        append(to: &text, inParentheses: needsParenthesesBeforePostfix)
        text += postfix
    }

    private func append(to text: inout String, inParentheses: Bool) {
        if inParentheses { text += "(" }
        append(to: &text)
        if inParentheses { text += ")" }
    }

    private static func append(_ arguments: [TypeExpression], to text: inout String) {
        guard !arguments.isEmpty else { return }
        text += "<"
        append(arguments, to: &text) { $0.append(to: &$1) }
        text += ">"
    }

    private static func append(_ elements: [TupleElement], to text: inout String) {
        text += "("
        append(elements, to: &text) { element, text in
            if let label = element.label {
                text += label
                text += ": "
            }
            element.type.append(to: &text)
        }
        text += ")"
    }

    fileprivate static func append<Element>(
        _ elements: [Element], separator: String = ", ", to text: inout String,
        _ append: (Element, inout String) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { text += separator }
            append(element, &text)
        }
    }

    private var needsParenthesesBeforePostfix: Bool {
        switch self {
        case .function, .some, .any, .composition, .attributed, .suppressed, .packExpansion, .packElement: true
        case .named, .member, .optional, .implicitlyUnwrapped, .array, .dictionary, .tuple, .metatype,
            .protocolMetatype, .verbatim:
            false
        }
    }

    private var needsParenthesesInComposition: Bool {
        switch self {
        case .function, .some, .any, .attributed: true
        default: false
        }
    }
}

extension FunctionType: CustomStringConvertible {
    package var description: String {
        var text = ""
        append(to: &text)
        return text
    }

    fileprivate func append(to text: inout String) {
        text += "("
        TypeExpression.append(parameters, to: &text) { parameter, text in
            if let name = parameter.name { text += "_ \(name): " }
            parameter.type.append(to: &text)
            if parameter.isVariadic { text += "..." }
        }
        text += ")"
        text += effects.description
        text += " -> "
        result.append(to: &text)
    }
}
