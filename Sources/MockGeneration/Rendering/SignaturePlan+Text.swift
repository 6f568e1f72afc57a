internal import MockModel

extension SignaturePlan {
    /// `<T: P>` or nothing.
    func writeGenericClause(to code: inout CodeWriter) {
        guard !generics.isEmpty else { return }
        code += "<"
        code.list(generics) { $1 += $0 }
        code += ">"
    }

    /// ` where T: P` or nothing.
    func writeWhereClause(to code: inout CodeWriter) {
        guard !requirements.isEmpty else { return }
        code += " where "
        code.list(requirements) { $1 += $0 }
    }

    func writeParameterList(to code: inout CodeWriter) {
        code += "("
        code.list(parameters) { $0.writeDeclaration(to: &$1) }
        code += ")"
    }

    /// `Failure` of the clause.
    func writeFailure(to code: inout CodeWriter) {
        switch effects.throwing {
        case .never: code += runtime("Never")
        case .untyped, .rethrows:
            code += "any "
            code += runtime("Error")
        case .typed(let failure): code += failure
        }
    }

    /// `async throws(E) ` for the head of a closure, with a space behind each, as far as it has to be said there.
    func writeTypedEffects(to code: inout CodeWriter) {
        guard let typedFailure else { return }
        if effects.isAsync { code += "async " }
        code += "throws("
        code += typedFailure
        code += ") "
    }

    func writeRecordedResult(to code: inout CodeWriter) {
        if let recordedResult { code += recordedResult } else { code += runtime("Void") }
    }

    /// The type of the records: nothing, the only argument's, or a tuple labelled with the parameters' names.
    func writeArgumentsType(to code: inout CodeWriter) {
        if parameters.isEmpty { return code += runtime("Void") }
        if let only { return only.writeRecordType(runtime, to: &code) }
        writeTuple(label: Identifier.asLabel, to: &code) { $0.writeRecordType(runtime, to: &$1) }
    }

    /// The arguments as a record: `()`, `a as Int` or `(a: a, b: b)`.
    func writeArgumentsValue(to code: inout CodeWriter) {
        guard let only else {
            return writeTuple(label: Identifier.asArgumentLabel, to: &code) { $0.writeRecordValue(runtime, to: &$1) }
        }
        only.writeRecordValue(runtime, to: &code)
        if only.isUnrecorded || only.value.isSurelyConcrete { return }
        // Without the cast an existential is opened and recorded as what it happens to hold.
        code += " as "
        code += only.value
    }

    /// The parameter that is recorded without a tuple.
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

    /// `@Sendable (inout Int, @escaping (Int) -> Void) async throws -> Bool`: the whole member as a closure.
    ///
    /// - Parameter isEscaping: writes the type of a parameter, where `@escaping` stands between specifiers and other
    ///   attributes.
    func writeBodyType(attribute: String?, isEscaping: Bool = false, to code: inout CodeWriter) {
        // A closure of an actor runs there, any other one where the member is called.
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
        if let result { code += result.withoutImplicitUnwrapping } else { code += runtime("Void") }
    }
}
