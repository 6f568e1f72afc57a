internal import MockModel

extension SpyMember {
    /// Writes the properties of the member, and the member itself.
    func write(to code: inout CodeWriter) {
        let visibility = visibility
        for slot in slots { write(slot, behind: visibility, to: &code) }
        for flag in flags {
            code.line(
                "\(visibility)\(isolation)\(place.modifier)var \(flag.name): \(witness.scope.spelling("Bool")) { \(place.path)\(flag.callCount) > 0 }"
            )
        }
        verification?.write(behind: visibility + isolation, path: place.path, to: &code)
        verification?.writeHamcrest(behind: deprecation + isolation, path: place.path, to: &code)
        if case .empty = body, case .function = witness.head.kind {
            return code.line { code in
                witness.head.write(to: &code)
                code += witness.signature.traits.contains(.uninhabited) ? " {" : " { \(trap)()"
                code += witness.mayBuild ? " func build() { return } }" : " }"
            }
        }
        code.block({ witness.head.write(to: &$0) }) { writeBody(to: &$0) }
    }

    /// `nonisolated ` where a lock guards the properties.
    private var isolation: String { place.isGuarded ? "nonisolated " : "" }
    private var trap: String { witness.scope.spelling.swift("fatalError") }

    // MARK: Properties

    private func write(_ slot: SpySlot, behind visibility: String, to code: inout CodeWriter) {
        guard place.isGuarded else {
            return code.line { code in
                code += slot.access == .hidden ? deprecation : visibility
                if slot.access == .hidden { code += "private " }
                if slot.access == .readOnly { code += "private(set) " }
                code += slot.isLazy ? "lazy " : place.modifier
                slot.writeStored(to: &code)
            }
        }
        if slot.access == .hidden { return }
        let path = "\(place.path)\(slot.name)"
        let head = "\(visibility)nonisolated \(place.modifier)var \(slot.name): \(slot.type)"
        if slot.access == .readOnly { return code.line("\(head) { \(path) }") }
        code.block(head) { code in
            code.line("get { \(path) }")
            code.line { code in
                code += "set { "
                writeSetter(of: slot.name, slot.type, to: &code) { $0 += "newValue" }
                code += " }"
            }
        }
    }

    /// Writes the statements that set a property of the state. The old value is freed without the lock: freeing it may
    /// run code of the test that calls the mock.
    private func writeSetter(
        of name: SpyName, _ type: TypeExpression, to code: inout CodeWriter, value: (inout CodeWriter) -> Void
    ) {
        func writeProperty(to code: inout CodeWriter) {
            code += place.path
            code += name
        }
        guard place.isGuarded else {
            writeProperty(to: &code)
            code += " = "
            return value(&code)
        }
        code += "var mockOld: "
        code += type
        code += " = "
        value(&code)
        code += "; "
        code += witness.scope.spelling.swift("swap")
        code += "(&"
        writeProperty(to: &code)
        code += ", &mockOld)"
    }

    private func writeIncrement(of count: SpyName, to code: inout CodeWriter) {
        code.line { code in
            code += place.path
            code += count
            code += " += 1"
        }
    }

    // MARK: Bodies

    private func writeBody(to code: inout CodeWriter) {
        switch body {
        case .call(let answer): write(answer, to: &code)
        case .accessors(let get, let set):
            code.block({ witness.head.writeGetter(to: &$0) }) { write(get, to: &$0) }
            guard let set, let value = witness.newValue else { return }
            code.block({ witness.head.writeSetter(named: value.local, to: &$0) }) { write(set, to: &$0) }
        case .storage(let storage): write(storage, to: &code)
        case .publisher(let subject):
            code.block({ witness.head.writeGetter(to: &$0) }) {
                $0.line("return \(place.path)\(subject).eraseToAnyPublisher()")
            }
        case .initializer(let initializer): write(initializer, to: &code)
        case .empty:
            code.block({ witness.head.writeGetter(to: &$0) }) { $0.line("\(trap)()") }
            if witness.newValue != nil { witness.head.writeEmptySetter(to: &code) }
        }
    }

    private func write(_ storage: SpyStorage, to code: inout CodeWriter) {
        let isImpossible = storage.type.pathToNever != nil
        code.block({ witness.head.writeGetter(to: &$0) }) {
            $0.line { code in
                code += "return "
                code += place.path
                code += storage.name
                if storage.isUnwrapped { code += "!" }
            }
        }
        code.block({ witness.head.writeSetter(named: storage.newValue, to: &$0) }) { code in
            if isImpossible { return }
            if let setCount = storage.setCount { writeIncrement(of: setCount, to: &code) }
            code.line { writeSetter(of: storage.name, storage.stored, to: &$0) { $0 += storage.newValue } }
        }
    }

    private func write(_ initializer: SpyInitializer, to code: inout CodeWriter) {
        if let impossible = initializer.impossible { return code.line("switch \(impossible) {}") }
        if let obstacle = initializer.head.obstacle {
            return code.line("\(witness.scope.spelling.swift("fatalError"))(\(obstacle))")
        }
        if initializer.head.inherits { code.line(initializer.head.completion) }
        for (property, value) in initializer.assignments { code.line("\(property) = \(value)") }
    }

    private func write(_ answer: SpyAnswer, to code: inout CodeWriter) {
        if answer.call.isImpossible { return }
        if let callCount = answer.callCount { writeIncrement(of: callCount, to: &code) }
        if let record = answer.call.record {
            if let received = answer.received {
                let type = TypeExpression.optional(record.type.withoutOptional)
                code.line { writeSetter(of: received, type, to: &$0, value: record.writeValue) }
            }
            if let invocations = answer.invocations {
                code.line { code in
                    code += place.path
                    code += invocations
                    code += ".append("
                    record.writeValue(to: &code)
                    code += ")"
                }
            }
        }
        if let error = answer.throwableError {
            let cast = answer.call.castFailure.map { " as! \($0)" } ?? ""
            code.line("if let mockError = \(place.path)\(error) { throw mockError\(cast) }")
        }
        if let handler = answer.handler {
            code.block({ code in
                code += "if let mockHandler = "
                code += place.path
                code += handler
            }) { write(callOf: answer.call, to: &$0) }
        }
        writeDefault(answer, to: &code)
    }

    private func write(callOf call: SpyCall, to code: inout CodeWriter) {
        let opening = call.lentClosures.map {
            "\(call.signature.effectPrefix)\(witness.scope.spelling.swift("withoutActuallyEscaping"))(\($0)) { \($0) in "
        }.joined()
        func writeStatement(to code: inout CodeWriter) {
            code.line { code in
                if !call.neverReturns { code += "return " }
                code += opening
                code += call.signature.effectPrefix
                code += "mockHandler("
                code.list(call.signature.parameters) { parameter, code in
                    if parameter.isInout { code += "&" }
                    code += parameter.local
                }
                code += ")"
                code += call.cast
                for _ in call.lentClosures { code += " }" }
            }
        }
        guard call.isRethrowing || call.castFailure != nil else { return writeStatement(to: &code) }
        code.block("do", closing: "} catch {") { writeStatement(to: &$0) }
        if let failure = call.castFailure {
            code.line("    throw error as! \(failure)")
        } else {
            code.line(
                "    \(trap)(\"\(witness.nameInMessages) rethrows: only its closures can throw, not what answers it: \\(error)\")"
            )
        }
        code.line("}")
    }

    private func writeDefault(_ answer: SpyAnswer, to code: inout CodeWriter) {
        let call = answer.call
        if let returnValue = answer.returnValue {
            let mark = call.storedResult?.isOptional == false ? "!" : ""
            return code.line("return \(place.path)\(returnValue)\(mark)\(call.cast)")
        }
        if !call.returnsValue {
            if witness.mayBuild { code.line("return") }
        } else if let value = call.defaultValue {
            code.line { code in
                code += "return "
                code += value
            }
        } else {
            code.line { code in
                code += trap
                code += "(\""
                code += witness.nameInMessages
                code += " has no value to return; "
                if answer.handler == nil {
                    code += "nothing can answer it in this style"
                } else {
                    code += "set "
                    code += answer.advice
                }
                code += "\")"
            }
        }
    }
}
