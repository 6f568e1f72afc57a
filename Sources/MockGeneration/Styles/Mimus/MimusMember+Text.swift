internal import MockModel

extension MimusMember {
    /// True if calls of the member are recorded.
    var isRecorded: Bool {
        switch body {
        case .call, .accessors: true
        case .storage, .stored, .initializer, .empty: false
        }
    }

    /// Writes the properties of the member, and the member itself.
    func write(to code: inout CodeWriter) {
        for slot in slots { write(slot, to: &code) }
        switch body {
        case .empty: witness.writeEmpty(to: &code)
        case .initializer(let head):
            code.block({ witness.head.write(to: &$0) }) { witness.writeInitializer(head, to: &$0) }
        case .stored(let value, let isLazy):
            code.line { code in
                if isLazy { code += "lazy " }
                witness.head.write(to: &code)
                code += " = "
                code += value
            }
        case .storage(let slot, let setter):
            write(slot, to: &code)
            code.block({ witness.head.write(to: &$0) }) { code in
                let value = slot.type.hasSuffix("!") ? "simulated(\(slot.name), \"\(slot.name)\")" : slot.name
                code.block({ witness.head.writeGetter(to: &$0) }) { $0.line("return \(value)") }
                code.block({ witness.head.writeSetter(named: setter, to: &$0) }) { $0.line("\(slot.name) = \(setter)") }
            }
        case .call(let call):
            code.block({ witness.head.write(to: &$0) }) { write(call, to: &$0) }
            if case .recorded = call.answer { writeStubs(call, to: &code) }
            if case .none = call.answer, call.error?.property == "" { writeStubs(call, to: &code) }
        case .accessors(let get, let set):
            code.block({ witness.head.write(to: &$0) }) { code in
                code.block({ witness.head.writeGetter(to: &$0) }) { write(get, to: &$0) }
                guard let set, let value = witness.newValue else { return }
                code.block({ witness.head.writeSetter(named: value.local, to: &$0) }) { code in
                    if value.value.pathToNever == nil { write(set, to: &code) }
                }
            }
        }
    }

    // MARK: Properties

    private var place: SpyPlace { SpyPlace(of: witness) }

    private func write(_ slot: MimusSlot, to code: inout CodeWriter) {
        let head = SpyMember(witness: witness, place: place, slots: [], body: .empty)
        let isShared = place.isGuarded || witness.isNonisolated
        guard isShared else {
            let isLazy = slot.isLazy && !isStatic
            return code.line(
                "\(head.visibility)\(isLazy ? "lazy " : "")\(place.modifier)var \(slot.name): \(slot.type) = \(slot.value)"
            )
        }
        let box = "mock\(slot.name.capitalizedFirst)"
        let stored = slot.type.hasSuffix("!") ? "\(slot.type.dropLast())?" : slot.type
        code.line(
            "\(head.deprecation)private nonisolated \(place.modifier)let \(box) = \(witness.scope.spelling("SimulatedValue"))<\(stored)>(\(slot.value))"
        )
        code.block("\(head.visibility)nonisolated \(place.modifier)var \(slot.name): \(slot.type)") { code in
            code.line("get { \(box).value }")
            code.line("set { \(box).value = newValue }")
        }
    }

    // MARK: Calls

    private func write(_ call: MimusCall, to code: inout CodeWriter) {
        let list = call.arguments.values.joined(separator: ", ")
        let arguments = call.arguments.values.isEmpty ? "" : ", arguments: [\(list)]"
        let target = isStatic ? "\(witness.scope.staticMimusName)." : ""
        code.line("\(target)recordCall(withIdentifier: \"\(call.identifier)\"\(arguments))")
        let equal = call.arguments.values.isEmpty ? "nil" : "[\(list)]"
        let identified = "forCallWithIdentifier: \"\(call.identifier)\", equalTo: \(equal)"
        if let (property, cast) = call.error {
            let error = property.isEmpty ? "stubbedError(\(identified))" : property
            code.line("if let mockError = \(error) { throw mockError\(cast) }")
        }
        switch call.answer {
        case .none: if witness.mayBuild { code.line("return") }
        case .simulated(let name, let cast, let isOptional):
            code.line("return \(isOptional ? name : "simulated(\(name), \"\(name)\")")\(cast)")
        case .recorded: code.line("return stubbedValue(\(identified), advice: \"call stubValue(_:for:)\")")
        case .value(let value): code.line("return \(value)")
        case .trap: witness.writeTrap(to: &code)
        }
    }

    /// Writes the methods that record values and errors for arguments.
    private func writeStubs(_ call: MimusCall, to code: inout CodeWriter) {
        let head = SpyMember(witness: witness, place: place, slots: [], body: .empty)
        let parameters = call.signature.parameters.enumerated().map { index, parameter in
            let label = index == 0 ? "for \(parameter.local)" : parameter.local
            return ", \(label): \(parameter.value.isClosure ? "@escaping " : "")\(parameter.value)"
        }.joined()
        let list = call.arguments.values.joined(separator: ", ")
        let identified =
            "forCallWithIdentifier: \"\(call.identifier)\", arguments: \(list.isEmpty ? "nil" : "[\(list)]")"
        if case .recorded = call.answer, let result = call.signature.result?.asValue {
            let mark = result.isClosure ? "@escaping " : ""
            code.block("\(head.visibility)nonisolated func stubValue(_ value: \(mark)\(result)\(parameters))") {
                $0.line("record(returnValue: value, \(identified))")
            }
        }
        if call.error != nil {
            code.block(
                "\(head.visibility)nonisolated func stubError(_ error: any \(witness.scope.spelling("Error"))\(parameters))"
            ) { $0.line("record(error: error, \(identified))") }
        }
    }
}
