internal import MockModel

// How the parameter is matched, recorded and passed on.
extension ParameterPlan {
    /// Writes the parameter of the clause. In a subscript, a single name is not a label here either.
    func writeMatcherDeclaration(
        _ spelling: NameSpelling, withDefault: Bool, isSubscript: Bool, to code: inout CodeWriter
    ) {
        let isLocalOnly = isSubscript && label == "_"
        if !isLocalOnly { code += label }
        if isSubscript || !isNamedLikeLabel {
            if !isLocalOnly { code += " " }
            code += local
        }
        code += ": "
        writeMatcherType(spelling, to: &code)
        if withDefault { code += " = .any" }
    }

    func writeMatcherType(_ spelling: NameSpelling, to code: inout CodeWriter) {
        if !isUnrecorded {
            if isPack, case .packExpansion(let pattern) = value {
                code += "repeat "
                return Self.write(spelling("Matcher"), of: pattern, to: &code)
            }
            if case .optional(let wrapped) = value {
                return Self.write(spelling("OptionalMatcher"), of: wrapped, to: &code)
            }
        }
        code += spelling("Matcher")
        code += "<"
        writeRecordType(spelling, to: &code)
        code += ">"
    }

    private static func write(_ name: String, of argument: TypeExpression, to code: inout CodeWriter) {
        code += name
        code += "<"
        code += argument
        code += ">"
    }

    /// Writes the matcher that a clause passes on: its parameter, or a matcher for an argument that is not recorded.
    func writeMatcher(_ spelling: NameSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else { return code += local }
        writeSpelled(".any", implicit: ".any", to: &code) { code in
            code += spelling("Matcher")
            code += "<"
            writeRecordType(spelling, to: &code)
            code += ">"
        }
    }

    // MARK: Records

    /// Writes the type that the parameter has in `Arguments`.
    func writeRecordType(_ spelling: NameSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else { return code += value }
        Self.write(spelling("Unrecorded"), of: value, to: &code)
    }

    func writeRecordValue(_ spelling: NameSpelling, to code: inout CodeWriter) {
        guard isUnrecorded else {
            if isPack { code += "repeat each " }
            return code += local
        }
        writeSpelled("()", implicit: spelling("Unrecorded") + "()", to: &code) { writeRecordType(spelling, to: &$0) }
    }

    /// Writes `T.any`, or `.any as T` where the type contains a function type's specifier, which expressions cannot
    /// spell.
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

    /// Writes the argument in a call of the target, with its label.
    /// - Parameter wrapsClosures: true to write a closure around one that is passed on. The compiler (6.3.1) prefers an
    ///   overload for values of any type to the one for the closure, but not for a literal.
    func writeForwarded(_ spelling: NameSpelling, wrapsClosures: Bool = false, to code: inout CodeWriter) {
        writeArgumentLabel(to: &code)
        if wrapsClosures, !isInout, !isAutoclosure, !isSending, writeLiteral(to: &code) { return }
        if isInout {
            code += "&"
            code += local
        } else if isAutoclosure {
            code += autoclosureEffects
            code += local
            code += "()"
        } else {
            writePassed(spelling, to: &code)
        }
    }

    /// Writes a closure that calls the parameter; returns false if the parameter is none, or one that a literal cannot
    /// call.
    private func writeLiteral(to code: inout CodeWriter) -> Bool {
        guard case .function(let function) = value,
            function.parameters.allSatisfy({ $0.type.bare == $0.type && !$0.isVariadic && !$0.type.isPackExpansion })
        else { return false }
        let arguments = function.parameters.indices.map { "$\($0)" }.joined(separator: ", ")
        code += "{ \(function.effects.throwing == .never ? "" : "try ")\(function.effects.isAsync ? "await " : "")"
        code += local
        code += "(\(arguments)) }"
        return true
    }

    /// The same for an argument that was passed to another actor, alone or in a tuple.
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

    /// Writes the argument for the closure that replaces the whole body.
    func writeBodyArgument(_ spelling: NameSpelling, to code: inout CodeWriter) {
        guard isInout else { return writePassed(spelling, to: &code) }
        code += "&"
        code += local
    }

    /// Writes the argument's value. A closure captures a `sending` parameter, and the compiler does not let it be sent
    /// from there, so `disconnected` wraps it.
    private func writePassed(_ spelling: NameSpelling, to code: inout CodeWriter) {
        if isPack {
            code += "repeat each "
            return code += local
        }
        guard isSending, !isLentClosure else { return writeConsumed(to: &code) }
        if isUnrecorded {
            code += spelling.function("disconnected")
            code += "("
            writeConsumed(to: &code)
            code += ")"
        } else {
            Self.writeDisconnected(local, value, spelling, to: &code)
        }
    }

    /// Writes a value as `sending`: a tuple by its elements, because the compiler (6.3.1) lets no tuple be sent that was
    /// made of parts which may not be.
    private static func writeDisconnected(
        _ name: String, _ type: TypeExpression, _ spelling: NameSpelling, to code: inout CodeWriter
    ) {
        if case .tuple(let elements) = type, elements.count > 1, !elements.contains(where: \.type.isPackExpansion) {
            code += "("
            code.list(Array(elements.enumerated())) { element, code in
                if let label = element.element.label {
                    code += Identifier.asArgumentLabel(label)
                    code += ": "
                }
                writeDisconnected("\(name).\(element.offset)", element.element.type, spelling, to: &code)
            }
            return code += ")"
        }
        code += spelling.function("disconnected")
        code += "("
        code += name
        if !type.isSurelyConcrete {
            // Without the cast the compiler (6.3.1) opens an existential, and its metatype comes back as an instance.
            code += " as "
            code += type
        }
        code += ")"
    }

    /// Writes a value that can be consumed once. It is held in an optional, because the compiler sees two closures that
    /// may use it.
    func writeConsumed(to code: inout CodeWriter) {
        code += local
        if isConsumed { code += ".take()!" }
    }

    /// Writes the type in the closure that replaces the whole body.
    func writeBodyType(to code: inout CodeWriter) {
        // The compiler takes `(Void) -> Bool` for a mistake.
        if !isVariadic, !isInout, declared.bare.isVoid { return code += "()" }
        if isVariadic { code += "[" }
        code += bodyType
        if isVariadic { code += "]" }
    }

    private var bodyType: TypeExpression {
        guard case .attributed(let specifiers, let attributes, let base) = declared else {
            return declared.withoutImplicitUnwrapping
        }
        // An `inout` argument must have exactly the type of the parameter.
        return .attributed(
            specifiers: specifiers.filter { specifier in
                Self.isOwnership(specifier) && !(isLentClosure && specifier == "sending")
                    || isInout && specifier.hasPrefix("nonisolated")
            },
            attributes: attributes.filter { $0 != "@autoclosure" }, base.withoutImplicitUnwrapping)
    }

    private static func isOwnership(_ specifier: String) -> Bool {
        ["inout", "borrowing", "consuming", "__owned", "__shared", "sending"].contains(specifier)
    }
}

extension TypeExpression {
    /// True if the type contains `nonisolated(nonsending)`.
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
