internal import MockModel

extension OpenedForward {
    /// Writes the call of the local function with the target.
    static func writeCall(on target: String, to code: inout CodeWriter) {
        code += localName
        code += "(&"
        code += target
        code += ")"
    }

    /// Writes the local function; it returns `nil` if the target's types do not match.
    func write(to code: inout CodeWriter) {
        let result = signature.recordedResult
        // The requirement runs on any thread, unless it is on an actor or on that of an argument; where that is not the
        // default, the local function declares it.
        if witness.isConcurrent, witness.actor == nil, !signature.traits.contains(.isolated) { code += "@concurrent " }
        code += "func \(Self.localName)<\(Self.targetName): \(scope.typeName)>"
        code += "(_ target: inout \(Self.targetName))\(effects) -> ("
        signature.writeRecordedResult(to: &code)
        code += ")? { "
        for parameter in signature.parameters where scope.mentionsUnexposed(parameter.value) {
            code += "guard let \(parameter.local) = "
            writeCast(as: opened(parameter.value), to: &code) { $0 += parameter.local }
            code += " else { return nil }; "
        }
        func writeReturn(to code: inout CodeWriter) {
            // The compiler warns that a `return` of `Never` is not executed.
            if result?.bare.isNever != true { code += "return " }
            if let result, scope.mentionsUnexposed(result) {
                writeCast(as: result, to: &code) {
                    writeCall(to: &$0)
                    if isOverloaded { $0 += " as \(opened(result))" }
                }
            } else {
                writeCall(to: &code)
            }
        }
        if let failure = signature.typedFailure, scope.mentionsUnexposed(failure) {
            code += "do throws(\(opened(failure))) { "
            writeReturn(to: &code)
            code += " } catch { guard let error = "
            writeCast(as: failure, to: &code) { $0 += "error" }
            code += " else { return nil }; throw error }"
        } else {
            writeReturn(to: &code)
        }
        code += " }"
    }

    private func writeCall(to code: inout CodeWriter) {
        code += signature.effectPrefix
        code += "target."
        code += Identifier.asMember(witness.member.baseName)
        code += "("
        code.list(signature.parameters) { $0.writeForwarded(scope.spelling, to: &$1) }
        code += ")"
    }

    /// Writes a cast. The compiler warns about a cast whose outcome it knows; a function call hides that.
    private func writeCast(
        as type: TypeExpression, to code: inout CodeWriter, _ writeValue: (inout CodeWriter) -> Void
    ) {
        code += names.state
        code += ".cast("
        writeValue(&code)
        code += ") as ("
        code += type
        code += ")?"
    }
}
