internal import MockModel

// The parts of a declaration.
extension SignaturePlan {
    /// Writes `<T: P>` or nothing.
    func writeGenericClause(to code: inout CodeWriter) {
        guard !generics.isEmpty else { return }
        code += "<"
        code.list(generics) { $1 += $0 }
        code += ">"
    }

    /// Writes ` where T: P` or nothing.
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
}
