extension TypeExpression: CodePrintable {
    /// The type as Swift source, in one canonical layout.
    package var description: String {
        // Most types are plain names.
        if case .named(let name, let arguments) = self, arguments.isEmpty { return name }
        var code = CodeWriter()
        write(to: &code)
        return code.text
    }

    package func write(to code: inout CodeWriter) {
        switch self {
        case .named(let name, let arguments):
            code += name
            Self.write(arguments, to: &code)
        case .member(let base, let name, let arguments):
            base.write(to: &code, inParentheses: base.needsParenthesesBeforePostfix)
            code += "."
            code += name
            Self.write(arguments, to: &code)
        case .optional(let wrapped): wrapped.writeOperand(before: "?", to: &code)
        case .implicitlyUnwrapped(let wrapped): wrapped.writeOperand(before: "!", to: &code)
        case .metatype(let base): base.writeOperand(before: ".Type", to: &code)
        case .protocolMetatype(let base): base.writeOperand(before: ".Protocol", to: &code)
        case .array(let element):
            code += "["
            code += element
            code += "]"
        case .dictionary(let key, let value):
            code += "["
            code += key
            code += ": "
            code += value
            code += "]"
        case .tuple(let elements): Self.write(elements, to: &code)
        case .function(let function): function.write(to: &code)
        case .some(let constraint): constraint.write(behind: "some ", to: &code)
        case .any(let constraint): constraint.write(behind: "any ", to: &code)
        case .suppressed(let base): base.write(behind: "~", to: &code)
        case .packExpansion(let pattern): pattern.write(behind: "repeat ", to: &code)
        case .packElement(let pack): pack.write(behind: "each ", to: &code)
        case .composition(let members):
            code.list(members, separator: " & ") { member, code in
                member.write(to: &code, inParentheses: member.needsParenthesesInComposition)
            }
        case .attributed(let specifiers, let attributes, let base):
            // The compiler (6.3.1) forgets an `inout` or a `sending` with `nonisolated(nonsending)` right behind it.
            let isForgotten = specifiers.count > 1 && specifiers[specifiers.count - 1].hasPrefix("nonisolated")
            Self.write(words: isForgotten ? specifiers.dropLast() : specifiers[...], to: &code)
            if isForgotten {
                code += "("
                Self.write(words: specifiers.suffix(1), to: &code)
            }
            Self.write(words: attributes[...], to: &code)
            code += base
            if isForgotten { code += ")" }
        case .verbatim(let verbatim): code += verbatim
        }
    }

    private static func write(words: ArraySlice<String>, to code: inout CodeWriter) {
        for word in words {
            code += word
            code += " "
        }
    }

    private func write(behind word: String, to code: inout CodeWriter) {
        code += word
        write(to: &code)
    }

    private func writeOperand(before postfix: String, to code: inout CodeWriter) {
        write(to: &code, inParentheses: needsParenthesesBeforePostfix)
        code += postfix
    }

    private func write(to code: inout CodeWriter, inParentheses: Bool) {
        if inParentheses { code += "(" }
        write(to: &code)
        if inParentheses { code += ")" }
    }

    private static func write(_ arguments: [TypeExpression], to code: inout CodeWriter) {
        guard !arguments.isEmpty else { return }
        code += "<"
        code.list(arguments) { $0.write(to: &$1) }
        code += ">"
    }

    private static func write(_ elements: [TupleElement], to code: inout CodeWriter) {
        code += "("
        code.list(elements) { element, code in
            if let label = element.label {
                code += label
                code += ": "
            }
            code += element.type
        }
        code += ")"
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

extension FunctionType: CodePrintable {
    package func write(to code: inout CodeWriter) {
        code += "("
        code.list(parameters) { parameter, code in
            if let name = parameter.name {
                code += "_ "
                code += name
                code += ": "
            }
            code += parameter.type
            if parameter.isVariadic { code += "..." }
        }
        code += ")"
        code += effects
        code += " -> "
        code += result
    }
}
