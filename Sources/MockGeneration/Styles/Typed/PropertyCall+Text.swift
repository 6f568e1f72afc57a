internal import MockModel

extension PropertyCall {
    func writeGet(to code: inout CodeWriter) {
        code.line { code in
            code += "return "
            code += call.effectPrefix
            code += call.receiver
            code += ".get"
            call.writeKey(to: &code)
            call.writeDefault(to: &code)
            call.writeSuper(to: &code)
            call.writeEnd(to: &code, writeGetter)
        }
    }

    func writeSet(to code: inout CodeWriter) {
        if call.isImpossible { return }
        code.line { code in
            code += call.receiver
            code += ".set(\""
            code += keyOfGetter ?? call.key
            code += "\", newValue"
            call.writeSuper(to: &code)
            call.writeEnd(to: &code) { code in
                code += "{ "
                writeTarget("$0", to: &code)
                code += " }"
            }
        }
    }

    /// Writes the closure that forwards the getter.
    private func writeGetter(to code: inout CodeWriter) {
        let isHeaded = call.isMutating || call.signature.typedFailure != nil
        code += "{ "
        if isHeaded {
            code += "(target) "
            call.signature.writeTypedEffects(to: &code)
            code += "in "
        }
        if call.isMutating { code += "var target = target; return " }
        code += call.effectPrefix
        writeTarget(isHeaded ? "target" : "$0", to: &code)
        code += " }"
    }

    /// Writes the call on the target; a property has no arguments.
    private func writeTarget(_ target: String, to code: inout CodeWriter) {
        call.target.write(on: target, to: &code) { _, _ in }
    }
}
