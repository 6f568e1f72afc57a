internal import MockModel

extension ParameterPlan {
    /// Writes the entry of the witness' parameter list.
    func writeDeclaration(to code: inout CodeWriter) {
        code += label
        if !isNamedLikeLabel {
            code += " "
            code += local
        }
        writeDeclaredType(to: &code)
    }

    /// In a subscript a single name is the local one, so a label needs both.
    func writeSubscriptDeclaration(to code: inout CodeWriter) {
        if label != "_" {
            code += label
            code += " "
        }
        code += local
        writeDeclaredType(to: &code)
    }

    private func writeDeclaredType(to code: inout CodeWriter) {
        code += ": "
        code += declared
        if isVariadic { code += "..." }
    }

    // MARK: Matchers

    /// Writes the entry of the list in the member set. A subscript's single name is no label there either.
    func writeMatcherDeclaration(
        _ runtime: RuntimeSpelling, withDefault: Bool, isSubscript: Bool, to code: inout CodeWriter
    ) {
        let isLocalOnly = isSubscript && label == "_"
        if !isLocalOnly { code += label }
        if isSubscript || !isNamedLikeLabel {
            if !isLocalOnly { code += " " }
            code += local
        }
        code += ": "
        writeMatcherType(runtime, to: &code)
        if withDefault { code += " = .any" }
    }

    func writeMatcherType(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        if !isUnrecorded {
            if isPack, case .packExpansion(let pattern) = value {
                code += "repeat "
                return Self.write(runtime("Matcher"), of: pattern, to: &code)
            }
            if case .optional(let wrapped) = value {
                return Self.write(runtime("OptionalMatcher"), of: wrapped, to: &code)
            }
        }
        code += runtime("Matcher")
        code += "<"
        writeRecordType(runtime, to: &code)
        code += ">"
    }

    private static func write(_ name: String, of argument: TypeExpression, to code: inout CodeWriter) {
        code += name
        code += "<"
        code += argument
        code += ">"
    }

    /// What a clause passes on for the parameter: its matcher, or one for what is not recorded.
    func writeMatcher(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else { return code += local }
        writeSpelled(".any", implicit: ".any", to: &code) { code in
            code += runtime("Matcher")
            code += "<"
            writeRecordType(runtime, to: &code)
            code += ">"
        }
    }

    // MARK: Records

    /// Writes the type in `Arguments`.
    func writeRecordType(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else { return code += value }
        Self.write(runtime("Unrecorded"), of: value, to: &code)
    }

    func writeRecordValue(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else {
            if isPack { code += "repeat each " }
            return code += local
        }
        writeSpelled("()", implicit: runtime("Unrecorded") + "()", to: &code) { writeRecordType(runtime, to: &$0) }
    }

    /// A specifier of a function type is understood in types only, not in expressions: `T.any`, or `.any as T`.
    private func writeSpelled(
        _ member: String, implicit: String, to code: inout CodeWriter, type: (inout CodeWriter) -> Void
    ) {
        if value.spellsIsolation {
            code += implicit
            code += " as "
            type(&code)
        } else {
            type(&code)
            code += member
        }
    }

    // MARK: Arguments

    /// The argument in a call of the target, label included.
    func writeForwarded(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        writeArgumentLabel(to: &code)
        if isInout {
            code += "&"
            code += local
        } else if isAutoclosure {
            code += autoclosureEffects
            code += local
            code += "()"
        } else {
            writePassed(runtime, to: &code)
        }
    }

    /// The same for an argument that travelled to another actor in a tuple of all, or alone.
    func writeCarried(isAlone: Bool, to code: inout CodeWriter) {
        writeArgumentLabel(to: &code)
        if isAutoclosure { code += autoclosureEffects }
        code += "arguments"
        if !isAlone {
            code += "."
            code += Identifier.quoted(recordLabel)
        }
        if isAutoclosure { code += "()" }
    }

    private func writeArgumentLabel(to code: inout CodeWriter) {
        guard label != "_" else { return }
        code += Identifier.asArgumentLabel(label)
        code += ": "
    }

    /// The argument for the closure that stands for the whole body.
    func writeBodyArgument(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        guard isInout else { return writePassed(runtime, to: &code) }
        code += "&"
        code += local
    }

    /// The value of a `sending` parameter is captured by a closure, from where the compiler would not let it go.
    private func writePassed(_ runtime: RuntimeSpelling, to code: inout CodeWriter) {
        if isPack {
            code += "repeat each "
            return code += local
        }
        guard isSending, !isLentClosure else { return writeConsumed(to: &code) }
        code += runtime("disconnected")
        code += "("
        if isUnrecorded {
            writeConsumed(to: &code)
        } else {
            code += local
            if !value.isSurelyConcrete {
                // Without the cast an existential is opened, and its metatype comes back as an instance (6.3.1).
                code += " as "
                code += value
            }
        }
        code += ")"
    }

    /// A value that can be used once waits in an optional, because the compiler sees two closures that may use it.
    func writeConsumed(to code: inout CodeWriter) {
        code += local
        if isConsumed { code += ".take()!" }
    }

    /// The parameter's type in the closure that stands for the whole body.
    func writeBodyType(to code: inout CodeWriter) {
        // `(Void) -> Bool` is taken for a mistake.
        if !isVariadic, !isInout, declared.bare.isVoid { return code += "()" }
        if isVariadic { code += "[" }
        code += bodyType
        if isVariadic { code += "]" }
    }

    private var bodyType: TypeExpression {
        guard case .attributed(let specifiers, let attributes, let base) = declared else {
            return declared.withoutImplicitUnwrapping
        }
        return .attributed(
            specifiers: specifiers.filter { Self.isOwnership($0) && !(isLentClosure && $0 == "sending") },
            attributes: attributes.filter { $0 != "@autoclosure" }, base.withoutImplicitUnwrapping)
    }

    private static func isOwnership(_ specifier: String) -> Bool {
        ["inout", "borrowing", "consuming", "__owned", "__shared", "sending"].contains(specifier)
    }
}

extension TypeExpression {
    /// `nonisolated(nonsending)` somewhere inside.
    var spellsIsolation: Bool {
        contains { part in
            switch part {
            case .attributed(let specifiers, _, _): specifiers.contains { $0.hasPrefix("nonisolated") }
            case .verbatim(let text): text.contains("nonisolated")
            default: false
            }
        }
    }
}
