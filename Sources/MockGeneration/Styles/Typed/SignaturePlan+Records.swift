internal import MockModel

// How a call is recorded, and the closures that answer it.
extension SignaturePlan {
    /// Writes the clause's `Failure`.
    func writeFailure(to code: inout CodeWriter) {
        switch effects.throwing {
        case .never: code += spelling("Never")
        case .untyped, .rethrows:
            code += "any "
            code += spelling("Error")
        case .typed(let failure): code += failure
        }
    }

    /// Writes `async throws(E) ` for the head of a closure if the error is typed, each followed by a space.
    func writeTypedEffects(to code: inout CodeWriter) {
        guard let typedFailure else { return }
        if effects.isAsync { code += "async " }
        code += "throws("
        code += typedFailure
        code += ") "
    }

    func writeRecordedResult(to code: inout CodeWriter) {
        if let recordedResult { code += recordedResult } else { code += spelling("Void") }
    }

    /// Writes the type of the records: `Void`, the type of the only parameter, or a tuple labelled with the parameters'
    /// names.
    func writeArgumentsType(to code: inout CodeWriter) {
        if parameters.isEmpty { return code += spelling("Void") }
        if let only { return only.writeRecordType(spelling, to: &code) }
        writeTuple(label: Identifier.asLabel, to: &code) { $0.writeRecordType(spelling, to: &$1) }
    }

    /// Writes the arguments as a record: `()`, `a as Int` or `(a: a, b: b)`.
    func writeArgumentsValue(to code: inout CodeWriter) {
        guard let only else {
            return writeTuple(label: Identifier.asArgumentLabel, to: &code) { $0.writeRecordValue(spelling, to: &$1) }
        }
        only.writeRecordValue(spelling, to: &code)
        if only.isUnrecorded || only.value.isSurelyConcrete { return }
        // Without the cast an existential is opened and recorded as the value it contains.
        code += " as "
        code += only.value
    }

    /// The only parameter, which is recorded without a tuple.
    private var only: ParameterPlan? { parameters.count == 1 && !parameters[0].isPack ? parameters[0] : nil }

    private func writeTuple(
        label: (String) -> String, to code: inout CodeWriter, _ writeEntry: (ParameterPlan, inout CodeWriter) -> Void
    ) {
        code += "("
        code.list(parameters) { parameter, code in
            if !parameter.isPack {
                code += label(parameter.recordLabel)
                code += ": "
            }
            writeEntry(parameter, &code)
        }
        code += ")"
    }

    /// Writes the whole member as a closure type: `@Sendable (inout Int, @escaping (Int) -> Void) async throws ->
    /// Bool`.
    ///
    /// - Parameter isEscaping: true for the type of a parameter, where `@escaping` comes between specifiers and other
    ///   attributes.
    func writeBodyType(attribute: String?, isEscaping: Bool = false, to code: inout CodeWriter) {
        // A closure of an actor runs on it; any other runs with its caller.
        if effects.isAsync, [nil, "@Sendable"].contains(attribute) { code += "nonisolated(nonsending) " }
        if isEscaping { code += "@escaping " }
        if let attribute {
            code += attribute
            code += " "
        }
        code += "("
        code.list(parameters) { $0.writeBodyType(to: &$1) }
        code += ")"
        if effects.isAsync { code += " async" }
        if isThrowing { code += " throws" }
        code += " -> "
        if let result { code += result.withoutImplicitUnwrapping } else { code += spelling("Void") }
    }
}
