internal import MockModel

/// The mock of one type in style `mocksix`.
struct MockSixMock {
    let conformance: Conformance
    let ids: MethodIDs

    private var scope: MemberScope { conformance.scope }
    private var spelling: NameSpelling { scope.spelling }
    private var isGeneric: Bool { !conformance.genericClause.isEmpty }

    /// The mock as UTF-8, with an empty line in front.
    var bytes: [UInt8] {
        // A conformance of a type on an actor is isolated by default in some modules.
        let adopted = (scope.resolved.globalActor == nil ? "" : "nonisolated ") + spelling("Mock")
        return conformance.text(
            adopting: [adopted] + (isThreadSafe ? [spelling("Sendable")] : []), delegation: "self.init()",
            witness: { write($0, to: &$1) }, rest: { writeRest(to: &$0) })
    }

    /// True if any thread can use the mock though its protocol does not say so: the library guards all that it has.
    private var isThreadSafe: Bool {
        let isKnown = scope.isSendable || scope.resolved.globalActor != nil || conformance.keyword == "actor"
        return !isKnown && !conformance.inheritsInitializers && !conformance.witnesses.contains(where: isPlain)
    }

    private func isPlain(_ witness: Witness) -> Bool {
        if witness.member.isStatic { return false }
        return if case .storage(_, _, .plain) = MemberForm(witness, isGeneric: isGeneric) { true } else { false }
    }

    /// Notes on members that cannot be stubbed.
    var limits: [PlanDiagnostic] {
        conformance.witnesses.filter { !$0.canReturn($0.signature) && !$0.isStandard && !$0.neverReturns }.map {
            StyleLimit.note(
                $0,
                "'\($0.member.displayName)' cannot be stubbed in style mocksix, because its result cannot be stored")
        }
    }

    // MARK: The rest

    private func writeRest(to code: inout CodeWriter) {
        writeMethods(to: &code)
        if conformance.inheritsInitializers { return }
        let isRequired = conformance.witnesses.contains { $0.member.isInitializer && $0.signature.parameters.isEmpty }
        let isolation = conformance.keyword == "actor" ? "" : "nonisolated "
        if !isRequired { code.line("\(conformance.access)\(isolation)init() {}") }
    }

    private func writeMethods(to code: inout CodeWriter) {
        let access = conformance.access
        guard ids.ids.contains(where: { $0 != nil }) else {
            return code.line("\(access)typealias MockMethod = \(spelling("NoMethods"))")
        }
        code.block("\(access)nonisolated enum Methods: \(spelling("Int"))") { code in
            for (witness, ids) in zip(conformance.witnesses, ids.ids) {
                guard let ids else { continue }
                code.conditional(witness.conditions) { code in
                    for id in ids.all {
                        code.line("/// \(witness.head.summary)")
                        code.line("case \(Identifier.quoted(id))")
                    }
                }
            }
            let isAlwaysEmpty = zip(conformance.witnesses, ids.ids).allSatisfy { $1 == nil || !$0.conditions.isEmpty }
            if isAlwaysEmpty {
                code.line("/// There has to be a case if no condition holds.")
                code.line("case mockNone")
            }
        }
        code.line("\(access)typealias MockMethod = Methods")
    }

    // MARK: Members

    private func write(_ index: Int, to code: inout CodeWriter) {
        let witness = conformance.witnesses[index]
        switch MemberForm(witness, isGeneric: isGeneric) {
        case .empty: witness.writeEmpty(to: &code)
        case .initializer(let head):
            code.block({ witness.head.write(to: &$0) }) { witness.writeInitializer(head, to: &$0) }
        case .function:
            guard let id = ids.ids[index]?.get else { return }
            code.block({ witness.head.write(to: &$0) }) { write(witness, witness.signature, id, to: &$0) }
        case .accessors: writeAccessors(of: witness, ids.ids[index], to: &code)
        case .storage(let name, let type, let storage): write(witness, name, type, storage, to: &code)
        }
    }

    private func writeAccessors(of witness: Witness, _ ids: MethodIDs.IDs?, to code: inout CodeWriter) {
        guard let ids else { return }
        code.block({ witness.head.write(to: &$0) }) { code in
            code.block({ witness.head.writeGetter(to: &$0) }) { write(witness, witness.signature, ids.get, to: &$0) }
            guard let id = ids.set, let value = witness.newValue else { return }
            code.block({ witness.head.writeSetter(named: value.local, to: &$0) }) {
                if value.value.pathToNever != nil { return }
                write(witness, witness.signature.adding(value), id, to: &$0)
            }
        }
    }

    private func write(
        _ witness: Witness, _ name: String, _ type: TypeExpression, _ storage: MemberForm.Storage,
        to code: inout CodeWriter
    ) {
        let value = dummy(of: type, generics: [])
        switch storage {
        case .plain:
            // Mocks may have each other as values, so only what is surely no mock is made at once.
            let isLazy =
                !witness.member.isStatic && value != "nil"
                && (!type.asValue.isSurelyConcrete || scope.isInitializedOnActor(type.asValue))
            code.line { code in
                if isLazy { code += "lazy " }
                witness.head.write(to: &code)
                code += " = "
                code += value
            }
        case .shared:
            let modifier = witness.member.isStatic ? "static " : ""
            let box = "mockStored\(Identifier.asPart(name).capitalizedFirst)"
            let deprecation = witness.member.attributes.filter { Availability($0)?.deprecation != nil }
                .map { "\($0) " }.joined()
            code.line(
                "\(deprecation)private nonisolated \(modifier)let \(box) = \(spelling("StoredDummy"))<\(type.asValue)>(\(value))"
            )
            code.block({ witness.head.write(to: &$0) }) { code in
                code.block({ witness.head.writeGetter(to: &$0) }) { $0.line("return \(box).value") }
                let local = witness.newValue?.local ?? "newValue"
                code.block({ witness.head.writeSetter(named: local, to: &$0) }) { $0.line("\(box).value = \(local)") }
            }
        }
    }

    // MARK: Calls

    private func write(_ witness: Witness, _ signature: SignaturePlan, _ id: String, to code: inout CodeWriter) {
        let arguments = RecordedArguments(signature, member: witness.member)
        let isThrowing =
            switch signature.effects.throwing {
            case .never, .rethrows: false
            case .untyped, .typed: true
            }
        var call = isThrowing ? "try " : ""
        if witness.member.isStatic { call += "classMock." }
        call += isThrowing ? "registerThrowingInvocation(" : "registerInvocation("
        call += "for: .\(Identifier.quoted(id))\(arguments.list(after: ", args: "))"
        let result = signature.result.flatMap { $0.isVoid ? nil : $0 }
        let canReturn = witness.canReturn(signature)
        if let result, canReturn {
            call = "return \(call), andReturn: \(dummy(of: result, generics: signature.genericNames))"
        } else if canReturn, witness.mayBuild {
            call = "return \(call)"
        }
        call += ")"
        writeRethrowing(call, signature, to: &code)
        if !canReturn { witness.writeTrap(to: &code) }
    }

    /// Writes the call, and casts its errors to the type that the member throws.
    private func writeRethrowing(_ call: String, _ signature: SignaturePlan, to code: inout CodeWriter) {
        guard let failure = signature.failureToCast(in: scope) else {
            return code.line(call)
        }
        code.block("do", closing: "} catch {") { $0.line(call) }
        code.line("    throw error as! \(failure)")
        code.line("}")
    }

    /// The value of a call without a stub.
    private func dummy(of declared: TypeExpression, generics: Set<String>) -> String {
        let type = declared.asValue
        let dummy = spelling("Dummy")
        // In an expression, `<-` would be an operator.
        func leaf(_ type: TypeExpression) -> String {
            "\(dummy)<\(type)>.value".replacing("<-", with: "< -")
        }
        let expression = DefaultExpression(scope: scope, generics: generics, leaf: leaf, leavesPlainTypes: true)
        guard let value = expression.value(ofCallWithResult: type) else { return leaf(type) }
        // The compiler would give the closure a type of its own, without isolation.
        return value.hasPrefix("{") ? "\(value) as \(declared.asClosure)" : value
    }
}

extension Witness {
    /// True if the result is `Never`, so that there is nothing to stub.
    var neverReturns: Bool { signature.result?.pathToNever != nil }
}

extension TypeExpression {
    /// The type of a closure as a value: of the specifiers, it keeps the one that belongs to the type.
    fileprivate var asClosure: TypeExpression {
        let specifier = "nonisolated(nonsending)"
        guard case .attributed(let specifiers, let attributes, let base) = self, specifiers.contains(specifier) else {
            return asValue
        }
        return .attributed(specifiers: [specifier], attributes: attributes, base)
    }
}

extension WitnessHead {
    /// The declaration without attributes and modifiers: `parse(_ string: String) -> [Int]`.
    var summary: String {
        var code = CodeWriter()
        WitnessHead(kind: kind, modifiers: "", signature: signature).write(to: &code)
        let text = code.text
        return text.hasPrefix("func ") ? String(text.dropFirst(5)) : text
    }
}
