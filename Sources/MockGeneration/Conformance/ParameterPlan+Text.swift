internal import MockModel

extension ParameterPlan {
    /// Writes the entry of the witness's parameter list.
    func writeDeclaration(to code: inout CodeWriter) {
        code += label
        if !isNamedLikeLabel {
            code += " "
            code += local
        }
        writeDeclaredType(to: &code)
    }

    /// Writes the entry for a subscript. A single name there is the local name only, so a label needs both.
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
}
