internal import MockModel

/// The declaration of a mock's member, without its body.
struct WitnessHead {
    enum Kind {
        case function(String, isOperator: Bool)
        /// With its keywords and its optional mark: `convenience init?`.
        case initializer(String, Effects, isFailable: Bool)
        case property(String)
        case `subscript`
    }

    let kind: Kind
    /// Attributes, access and modifiers, each followed by a space.
    let modifiers: String
    /// For a property or a subscript, the getter's signature.
    let signature: SignaturePlan

    /// Writes the declaration up to the opening brace.
    func write(to code: inout CodeWriter) {
        code += modifiers
        switch kind {
        case .function(let name, let isOperator):
            code += "func "
            code += name
            if isOperator { code += " " }
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += signature.effects
            if let result = signature.result {
                code += " -> "
                code += result
            }
            signature.writeWhereClause(to: &code)
        case .initializer(let keywords, let effects, _):
            code += keywords
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += effects
            signature.writeWhereClause(to: &code)
        case .property(let name):
            code += "var "
            code += name
            code += ": "
            writeResult(to: &code)
        case .subscript:
            code += "subscript"
            signature.writeGenericClause(to: &code)
            code += "("
            code.list(signature.parameters) { $0.writeSubscriptDeclaration(to: &$1) }
            code += ") -> "
            writeResult(to: &code)
            signature.writeWhereClause(to: &code)
        }
    }

    /// Writes `get` with the effects of the getter.
    func writeGetter(to code: inout CodeWriter) {
        code += "get"
        code += signature.effects
    }

    private func writeResult(to code: inout CodeWriter) {
        if let result = signature.result { code += result } else { code += signature.spelling("Void") }
    }
}
