internal import MockModel

extension CallPlan {
    /// Writes the clause's type.
    func writeClauseType(to code: inout CodeWriter) {
        code += clauseName
        code += "<"
        code += mode
        code += ", "
        signature.writeArgumentsType(to: &code)
        code += ", "
        if returnsUnstorable {
            code += spelling("Unrecorded")
            code += "<"
        }
        signature.writeRecordedResult(to: &code)
        if returnsUnstorable { code += ">" }
        code += ", "
        signature.writeFailure(to: &code)
        if needsBody, !isInitializer {
            code += ", "
            signature.writeBodyType(attribute: bodyAttribute, to: &code)
        }
        code += ">"
    }

    // MARK: Statements

    /// Writes the statements of the witness: preparations, then one call into the runtime.
    ///
    /// - Parameter opened: the local function that calls are forwarded through.
    func writeStatements(_ opened: OpenedForward? = nil, to code: inout CodeWriter) {
        if isImpossible { return }
        if isFatal {
            return code.line(
                "\(spelling.swift("fatalError"))(\"\(Identifier.asLiteral(scope.mockName)).\(key) would never return, so it is not mocked\")"
            )
        }
        for parameter in signature.parameters where parameter.isConsumed {
            code.line { code in
                code += "var "
                code += parameter.local
                code += ": "
                code += parameter.value
                code += "? = consume "
                code += parameter.local
            }
        }
        if let opened { code.line(opened.write) }
        if let rethrowing { return write(rethrowing, to: &code) }
        code.line { code in
            // The compiler warns about a `return` that is never reached.
            if !neverReturns { code += "return " }
            writeCall(to: &code)
        }
    }

    private func write(_ rethrowing: Rethrowing, to code: inout CodeWriter) {
        let result = returned?.description ?? spelling("Void")
        switch rethrowing {
        case .result:
            let opening = "return try \(spelling("Result"))<\(result), any \(spelling("Error"))>"
            code.block(opening, closing: "}.rethrowGet()") { $0.line(writeCall) }
        case .caught: writeCaught(to: &code) { writeCall(to: &$0) }
        case .answered:
            let isAsync = signature.effects.isAsync
            code.line { code in
                code +=
                    "\(isolation)func mockAnswer() \(isAsync ? "async " : "")throws -> \(signature.isSendingResult ? "sending " : "")\(result) { return "
                writeCall(to: &code)
                code += " }"
            }
            writeCaught(to: &code) { $0 += isAsync ? "try await mockAnswer()" : "try mockAnswer()" }
        }
    }

    private func writeCaught(to code: inout CodeWriter, _ writeCall: (inout CodeWriter) -> Void) {
        let failed = "\(spelling("Result"))<\(spelling("Never")), any \(spelling("Error"))>.failure(error)"
        code.block("do", closing: "} catch { try \(failed).rethrowGet() }") { code in
            code.line { code in
                code += "return "
                writeCall(&code)
            }
        }
    }

    private func writeCall(to code: inout CodeWriter) {
        code += effectPrefix
        // A result belongs to the region of the mock's actor or of the task that passed the arguments. Only a `sending`
        // result leaves it.
        let isLetGo = signature.isSendingResult && !neverReturns
        if isLetGo {
            code += spelling.function("disconnected")
            code += "("
        }
        code += receiver
        code += "."
        if needsBody { writeBodyCall(to: &code) } else { writePlainCall(to: &code) }
        if isLetGo { code += ")" }
    }

    private func writePlainCall(to code: inout CodeWriter) {
        code += function
        writeKey(to: &code)
        code += ", "
        signature.writeArgumentsValue(to: &code)
        writeDefault(to: &code)
        writeSuper(to: &code)
        writeEnd(to: &code, writeForwarding)
    }

    /// Writes the end of the argument list: the reason why the call cannot be forwarded, or the closure that forwards
    /// it.
    func writeEnd(to code: inout CodeWriter, _ writeForwarding: (inout CodeWriter) -> Void) {
        if let unforwardable {
            writeFailureMetatype(to: &code)
            Self.write(unforwardable: unforwardable, to: &code)
            code += ")"
        } else {
            code += ") "
            writeForwarding(&code)
        }
    }

    // MARK: Arguments

    /// Writes `("f(a:)"`.
    func writeKey(to code: inout CodeWriter) {
        code += "(\""
        code += key
        code += "\""
    }

    func writeDefault(to code: inout CodeWriter) {
        guard let defaultValue else { return }
        code += ", default: "
        code += defaultValue
    }

    /// Writes the closure that calls the superclass.
    func writeSuper(to code: inout CodeWriter) {
        guard isOverride else { return }
        code += ", super: { "
        if signature.typedFailure != nil || evaluatesThrowing {
            code += "() "
            writeClosureEffects(to: &code)
            code += "in "
        }
        writeForward(on: "super", to: &code)
        code += " }"
    }

    /// Writes `, throwing: (E).self` for a throwing call that is not forwarded: no closure states the type of its error.
    func writeFailureMetatype(to code: inout CodeWriter) {
        guard signature.isThrowing else { return }
        code += ", throwing: ("
        signature.writeFailure(to: &code)
        code += ").self"
    }

    static func write(unforwardable reason: String, to code: inout CodeWriter) {
        code += ", unforwardable: \""
        code += reason
        code += "\""
    }

    // MARK: Forwarding

    /// Writes the call of the same member on the target, with its effects.
    private func writeForward(on target: String, to code: inout CodeWriter) {
        code += effectPrefix
        self.target.write(on: target, to: &code) {
            $0.writeForwarded(spelling, wrapsClosures: wrapsClosures, to: &$1)
        }
        if statesResult { code += " as \(spelling("Void"))" }
    }

    /// Writes the closure that forwards the call.
    private func writeForwarding(to code: inout CodeWriter) {
        if !needsBody, function == "callActor" { return writeActorForward(to: &code) }
        code += "{ "
        let isHeaded = copiesTarget || signature.typedFailure != nil || evaluatesThrowing
        if isHeaded {
            let isChanged = isOpened || isMutating && !copiesTarget && !isOverride
            code += isChanged ? "(target: inout \(scope.objectType)) " : "(target) "
            writeClosureEffects(to: &code)
            code += "in "
        }
        if copiesTarget { code += "var target = target; return " }
        writeForward(on: isHeaded ? "target" : "$0", to: &code)
        code += " }"
    }

    /// Without an explicit signature, a closure throws `any Error` instead of the typed error.
    private func writeClosureEffects(to code: inout CodeWriter) {
        guard evaluatesThrowing else { return signature.writeTypedEffects(to: &code) }
        if signature.effects.isAsync { code += "async " }
        code += "throws(\(spelling("Never"))) "
    }

    /// Writes the forwarding closure for an actor. The arguments are passed with the target, because captured values
    /// may not be sent to another actor. A `Sendable` result crosses back as it is; any other is sent from the actor
    /// itself.
    private func writeActorForward(to code: inout CodeWriter) {
        let parameters = signature.parameters
        let isAlone = parameters.count == 1 && !parameters[0].isPack
        func writeTargetCall(to code: inout CodeWriter) {
            target.write(on: "target", to: &code) { $0.writeCarried(isAlone: isAlone, to: &$1) }
        }
        if isResultFree {
            code += "{ (target, "
            code += parameters.isEmpty ? "_" : "arguments"
            code += ") "
            if let typedFailure = signature.typedFailure {
                code += "async throws("
                code += typedFailure
                code += ") "
            }
            code += "in "
            code += effectPrefix
            writeTargetCall(to: &code)
            code += " }"
            return
        }
        let effects =
            signature.typedFailure.map { "async throws(\($0)) " } ?? (signature.isThrowing ? "async throws " : "async ")
        code += "{ (target, arguments) "
        code += effects
        code += "in func forward(_ target: isolated \(scope.objectType), _ arguments: "
        // With several arguments, the compiler (6.3.1) would send the tuple as a whole, or send parts of it twice.
        if parameters.count == 1 || signature.traits.contains(.sending) { code += "sending " }
        if isAlone, parameters[0].value.isClosure || parameters[0].declared.attributes.contains("@escaping") {
            code += "@escaping "
        }
        signature.writeArgumentsType(to: &code)
        code += ") "
        code += effects
        code += "-> sending "
        signature.writeRecordedResult(to: &code)
        code += " { "
        code += effectPrefix
        code += spelling.function("disconnected")
        code += "("
        writeTargetCall(to: &code)
        // Without the cast the compiler would open an existential and lose track of its region.
        if signature.result?.mayBeExistential ?? false {
            code += " as "
            signature.writeRecordedResult(to: &code)
        }
        code += ") }; return "
        code += effectPrefix
        code += "forward(target, arguments) }"
    }

    // MARK: Calls that a closure of the member's own type answers

    private func writeBodyCall(to code: inout CodeWriter) {
        code += bodyFunction
        writeKey(to: &code)
        code += ", "
        signature.writeArgumentsValue(to: &code)
        if !returnsUnstorable { writeDefault(to: &code) }
        writeSuper(to: &code)
        if let unforwardable { Self.write(unforwardable: unforwardable, to: &code) }
        code += ") "
        writeApplication(to: &code)
        if unforwardable == nil {
            code += " forward: "
            writeForwarding(to: &code)
        }
    }

    /// Writes the closure that calls a stub; the stub is a closure of the member's own type.
    private func writeApplication(to code: inout CodeWriter) {
        code += "{ (stub: "
        signature.writeBodyType(attribute: bodyAttribute, isEscaping: true, to: &code)
        code += ") "
        signature.writeTypedEffects(to: &code)
        // Where nothing else tells it, the compiler (6.3.1) takes a closure that is sent for a closure of closures.
        if signature.typedFailure != nil, signature.isSendingResult, unforwardable != nil {
            code += "-> "
            signature.writeRecordedResult(to: &code)
            code += " "
        }
        code += "in "
        if let failure = signature.typedFailure {
            code += effectPrefix
            code += receiver
            code += ".narrowing(to: ("
            code += failure
            code += ").self, \""
            code += key
            code += "\") { "
        }
        code += effectPrefix
        code += "stub("
        code.list(signature.parameters) { $0.writeBodyArgument(spelling, to: &$1) }
        code += ")"
        if signature.typedFailure != nil { code += " }" }
        code += " }"
    }
}
