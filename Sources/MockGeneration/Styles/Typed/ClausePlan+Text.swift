internal import MockModel

extension ClausePlan {
    /// Writes the member of the set.
    ///
    /// - Parameter state: the set's property with the state of the mock.
    func write(access: String, state: String, to code: inout CodeWriter) {
        for attribute in attributes {
            code += attribute
            code += " "
        }
        code += access
        writeHead(to: &code)
        if case .property = form { code += ": " } else { code += " -> " }
        writeType(to: &code)
        writeWhereClause(to: &code)
        code += " { .init("
        code += state
        code += ", \""
        code += call.key
        code += "\""
        writeMatchers(to: &code)
        code += ") }"
    }

    /// Writes `func f(a: Matcher<Int> = .any)`, `var name`, `subscript(i: Matcher<Int>)`.
    func writeHead(to code: inout CodeWriter) {
        switch form {
        case .method(let name):
            code += "func "
            code += numbered(name)
        case .property(let name):
            code += "var "
            code += name
            writeNumberAsSpaces(to: &code)
        case .subscript: code += "subscript"
        }
        if case .anyType = content { return code += "()" }
        if case .property = form { return }
        call.signature.writeGenericClause(to: &code)
        code += "("
        code.list(call.signature.parameters.indices) { index, code in
            if let parameter = matched(index) { write(parameter, to: &code) }
        }
        if isAsyncTwin {
            if hasMatchers { code += ", " }
            code += "_: "
            code += call.spelling("AsyncOverload")
        }
        code += ")"
        if case .subscript = form { writeNumberAsSpaces(to: &code) }
    }

    /// Writes the number as spaces: a subscript has no name to append it to, and a property needs none, because no other
    /// property has its name.
    private func writeNumberAsSpaces(to code: inout CodeWriter) {
        if let number { code += String(repeating: " ", count: number) }
    }

    private func write(_ parameter: MatchedParameter, to code: inout CodeWriter) {
        let isSubscript = form == .subscript
        guard let setLabel = parameter.setLabel else {
            return parameter.plan.writeMatcherDeclaration(
                call.spelling, withDefault: parameter.hasDefault, isSubscript: isSubscript, to: &code)
        }
        code += setLabel
        code += " "
        code += parameter.plan.local
        code += ": "
        parameter.plan.writeMatcherType(call.spelling, to: &code)
        if !isSubscript { code += " = .any" }
    }

    /// Writes `Clause<MockMode, Int, Bool, Never>`.
    func writeType(to code: inout CodeWriter) {
        guard case .anyType = content else { return call.writeClauseType(to: &code) }
        code += call.spelling("AnyClause")
        code += "<"
        code += call.mode
        code += ">"
    }

    func writeWhereClause(to code: inout CodeWriter) {
        if case .call = content { call.signature.writeWhereClause(to: &code) }
    }

    /// Writes the matchers. With a parameter pack, one tuple holds all of them; a clause that takes a closure of the
    /// member's type has none.
    private func writeMatchers(to code: inout CodeWriter) {
        guard case .call = content else { return }
        let signature = call.signature
        guard signature.traits.contains(.pack) else {
            for parameter in signature.parameters {
                code += ", "
                if call.matchesUnrecorded {
                    code += parameter.local
                } else {
                    parameter.writeMatcher(call.spelling, to: &code)
                }
            }
            return
        }
        guard !call.needsBody else { return }
        code += ", all: "
        code.list(signature.parameters) { parameter, code in
            if parameter.isPack { code += "repeat each " }
            code += parameter.local
        }
    }
}
