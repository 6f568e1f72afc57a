internal import MockModel

/// The mock of one type in style `wrapper`.
struct WrapperMock {
    let conformance: Conformance
    /// In the order of the conformance's witnesses.
    let members: [WrapperMember]

    private var scope: MemberScope { conformance.scope }
    private var access: String { conformance.access }

    /// The mock as UTF-8, with an empty line in front.
    var bytes: [UInt8] {
        // The closures of a mock are behind locks, which the compiler cannot see.
        let hasClosures = members.contains { $0.place == .mock && $0.calls.contains { $0.property != nil } }
        let isUnchecked =
            hasClosures && scope.resolved.isSendable && scope.resolved.globalActor == nil
            && !conformance.isUncheckedSendable
        return conformance.text(
            adopting: isUnchecked ? ["@unchecked \(scope.spelling.swift("Sendable"))"] : [], delegation: "self.init()",
            witness: { members[$0].write(access, to: &$1) }, rest: { writeRest(to: &$0) })
    }

    private func writeRest(to code: inout CodeWriter) {
        writeObject("MockClosures", .closures, "let", to: &code)
        writeObject("MockStatics", .statics, "static let", to: &code)
        if conformance.inheritsInitializers { return }
        let isRequired = conformance.witnesses.contains { $0.member.isInitializer && $0.signature.parameters.isEmpty }
        let isolation = conformance.keyword == "actor" ? "" : "nonisolated "
        if !isRequired { code.line("\(access)\(isolation)init() {}") }
        writeInitializer(to: &code)
    }

    /// Writes the object that has the closures which any thread may use.
    private func writeObject(_ type: String, _ place: WrapperPlace, _ property: String, to code: inout CodeWriter) {
        let members = members.filter { $0.place == place && $0.calls.contains { $0.property != nil } }
        if members.isEmpty { return }
        let adopted = "\(scope.spelling("ClosureObject")), @unchecked \(scope.spelling.swift("Sendable"))"
        code.block("\(access)final class \(type): \(adopted)") { code in
            for member in members {
                code.conditional(member.witness.conditions) { member.writeClosures(access, to: &$0) }
            }
            code.line("fileprivate init() {}")
        }
        code.line("\(access)nonisolated \(property) \(place.property(in: scope)) = \(type)()")
    }

    /// Writes the initializer with the object that closures call by default.
    private func writeInitializer(to code: inout CodeWriter) {
        let calls = members.flatMap { member in
            member.calls.compactMap { call in call.forward.map { (member.place.path(in: scope), call, $0) } }
        }
        if calls.isEmpty { return }
        code.blank()
        code.line("/// Creates a mock that calls another object unless a test assigns other closures.")
        code.block("\(access)init(_ real: \(scope.objectType))") { code in
            for (path, call, forward) in calls {
                guard let property = call.property else { continue }
                let names = call.signature.parameters.isEmpty ? "_" : "context"
                code.line("\(path)$\(property).useDefault { \(names) in \(forward) }")
            }
        }
    }
}

extension WrapperMember {
    /// Writes the closures of the member.
    func writeClosures(_ access: String, to code: inout CodeWriter) {
        let head = SpyMember(
            witness: witness, place: SpyPlace(isStatic: false, isGuarded: false), slots: [], body: .empty)
        for call in calls {
            guard let property = call.property else { continue }
            let name = Identifier.asLiteral("\(witness.scope.mockName).\(place.path(in: witness.scope))\(property)")
            let isVoid = call.signature.result.map(\.isVoid) ?? true
            let value =
                isVoid ? "" : " \(call.standard ?? "\(witness.scope.spelling("MockDefault")).value(\"\(name)\")")"
            code.line(
                "@\(call.wrapper)<\(call.types.context), \(call.types.value)> \(head.visibility)var \(property) = { _ in\(value) }"
            )
        }
    }

    /// Writes the closures of the member, and the member itself.
    func write(_ access: String, to code: inout CodeWriter) {
        if place == .mock { writeClosures(access, to: &code) }
        switch body {
        case .empty: witness.writeEmpty(to: &code)
        case .initializer(let head):
            code.block({ witness.head.write(to: &$0) }) { witness.writeInitializer(head, to: &$0) }
        case .call(let call): code.block({ witness.head.write(to: &$0) }) { write(call, to: &$0) }
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

    private func write(_ call: WrapperCall, to code: inout CodeWriter) {
        let spelling = witness.scope.spelling
        let hasResult = call.signature.result.map { !$0.isVoid } ?? false
        guard let property = call.property else {
            if let standard = call.standard { return code.line("return \(standard)") }
            return witness.writeTrap(to: &code)
        }
        let isRethrowing = call.signature.effects.throwing == .rethrows
        let prefix = isRethrowing ? (call.signature.effects.isAsync ? "await " : "") : call.signature.effectPrefix
        var value = "\(place.path(in: witness.scope))\(property)(\(call.argument))"
        // A metatype is sendable anyway.
        if call.signature.isSendingResult, hasResult, !call.types.value.hasSuffix(".Type") {
            // The compiler takes what becomes an existential for a part of the arguments.
            if call.signature.result?.asValue.isSurelyExistential ?? false || !call.cast.isEmpty
                || call.types.value == "Any"
            {
                code.line("nonisolated(unsafe) let mockResult = \(prefix)\(value)\(call.cast)")
                return code.line("return mockResult")
            }
            value = "\(spelling("MockDefault")).sent(\(value))"
        }
        let statement = "\(hasResult || witness.mayBuild ? "return " : "")\(prefix)\(value)\(call.cast)"
        guard let failure = call.signature.failureToCast(in: witness.scope) else {
            return code.line(statement)
        }
        code.block("do", closing: "} catch {") { $0.line(statement) }
        code.line("    throw error as! \(failure)")
        code.line("}")
    }
}

extension TypeExpression {
    fileprivate var isSurelyExistential: Bool { if case .any = bare { true } else { false } }
}
