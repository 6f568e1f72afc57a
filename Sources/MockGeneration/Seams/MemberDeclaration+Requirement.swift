internal import MockModel

extension MemberDeclaration {
    /// Writes the member as a requirement of a protocol, on one line.
    func writeRequirement(to code: inout CodeWriter) {
        for attribute in attributes {
            code += attribute
            code += " "
        }
        for modifier in modifiers {
            code += modifier
            code += " "
        }
        switch kind {
        case .function(let function):
            code += "func "
            code += function.name
            writeSignature(to: &code)
        case .initializer(let initializer):
            code += "init"
            code += initializer.optionalMark
            writeSignature(to: &code)
        case .subscript:
            code += "subscript"
            writeSignature(to: &code)
        case .property(let property):
            code += "var "
            code += property.name
            code += ": "
            if let type = property.type { code += type }
            write(property.accessors, to: &code)
        case .associatedType(let associated):
            code += "associatedtype "
            code += associated.name
            if !associated.inherited.isEmpty {
                code += ": "
                code.list(associated.inherited, separator: " & ") { $1 += $0 }
            }
        case .typealias, .other: break
        }
    }

    private func writeSignature(to code: inout CodeWriter) {
        if !genericParameters.isEmpty {
            code += "<"
            code.list(genericParameters) { $1 += $0 }
            code += ">"
        }
        code += "("
        code.list(parameters) { parameter, code in
            code += parameter.firstName
            if let second = parameter.secondName {
                code += " "
                code += second
            }
            code += ": "
            code += parameter.type
            if parameter.isVariadic { code += "..." }
        }
        code += ")"
        if case .subscript(let declaration) = kind {
            code += " -> "
            code += declaration.result
            writeRequirements(to: &code)
            return write(declaration.accessors, to: &code)
        }
        code += effects
        if let result, !isInitializer {
            code += " -> "
            code += result
        }
        writeRequirements(to: &code)
    }

    private func writeRequirements(to code: inout CodeWriter) {
        guard !genericRequirements.isEmpty else { return }
        code += " where "
        code.list(genericRequirements) { $1 += $0 }
    }

    private func write(_ accessors: Accessors, to code: inout CodeWriter) {
        code += " { "
        if accessors.isGetterMutating { code += "mutating " }
        code += "get"
        code += accessors.getEffects
        if accessors.hasSetter { code += accessors.isSetterNonmutating ? " nonmutating set" : " set" }
        code += " }"
    }
}
