internal import MockModel

/// The mock of one type in style `mimus`.
struct MimusMock {
    let conformance: Conformance
    /// In the order of the conformance's witnesses.
    let members: [MimusMember]

    private var scope: MemberScope { conformance.scope }
    private var spelling: NameSpelling { scope.spelling }
    private var access: String { conformance.access }

    private var staticName: String { scope.staticMimusName }

    /// The mock as UTF-8, with an empty line in front.
    var bytes: [UInt8] {
        // A conformance of a type on an actor is isolated by default in some modules.
        let adopted = (scope.resolved.globalActor == nil ? "" : "nonisolated ") + spelling("Mock")
        return conformance.text(
            adopting: [adopted], delegation: "self.init()", witness: { members[$0].write(to: &$1) },
            rest: { writeRest(to: &$0) })
    }

    private func writeRest(to code: inout CodeWriter) {
        // A member of the user's may have the name of the library's own.
        let isTaken = scope.nameCounts.contains("storage")
        code.line(
            "\(isTaken ? "@_implements(\(spelling("Mock")), storage) " : "")\(access)nonisolated let \(isTaken ? "mockStorage" : "storage") = \(spelling("Storage"))()"
        )
        writeVerifier("InstanceVerifier", isStatic: false, to: &code)
        if members.contains(where: { $0.isStatic && $0.isRecorded }) {
            code.line(
                "\(access)nonisolated static var \(staticName): \(spelling("StaticMock")) { staticMock }"
            )
            writeVerifier("StaticVerifier", isStatic: true, to: &code)
        }
        if conformance.inheritsInitializers { return }
        let isRequired = conformance.witnesses.contains { $0.member.isInitializer && $0.signature.parameters.isEmpty }
        let isolation = conformance.keyword == "actor" ? "" : "nonisolated "
        if !isRequired { code.line("\(access)\(isolation)init() {}") }
    }

    private func writeVerifier(_ name: String, isStatic: Bool, to code: inout CodeWriter) {
        code.block("\(access)nonisolated final class \(name): \(spelling("MimusVerifier"))") { code in
            for member in members where member.isStatic == isStatic {
                guard let verification = member.verification else { continue }
                code.conditional(member.witness.conditions) { verification.write(access, spelling, to: &$0) }
            }
        }
        let method = scope.nameCounts.contains("verify") ? "verifyMock" : "verify"
        let (string, number) = (spelling("StaticString"), spelling("UInt"))
        code.block(
            "\(access)nonisolated \(isStatic ? "static " : "")func \(method)(mode: \(spelling("VerificationMode")) = .times(1), file: \(string) = #filePath, line: \(number) = #line, fileID: \(string) = #fileID, column: \(number) = #column) -> \(name)"
        ) { code in
            code.line(
                "\(name)(mock: \(isStatic ? staticName : "self"), mode: mode, file: file, line: line, fileID: fileID, column: column)"
            )
        }
    }
}

extension MimusMember.Verification {
    fileprivate func write(_ access: String, _ spelling: NameSpelling, to code: inout CodeWriter) {
        code.block({ code in
            code += "\(access)func \(name)("
            code.list(parameters) { parameter, code in
                code += parameter.label
                if !parameter.isNamedLikeLabel { code += " \(parameter.local)" }
                code += ": (any \(spelling("Matcher")))?"
            }
            code += ")"
        }) { code in
            let list = parameters.map(\.local).joined(separator: ", ")
            let arguments = parameters.isEmpty ? "" : ", arguments: [\(list)]"
            code.line("verifyCall(withIdentifier: \"\(identifier)\"\(arguments))")
        }
    }
}

extension MemberScope {
    /// The property with the calls of static members.
    var staticMimusName: String {
        ["static", "`static`"].contains(where: nameCounts.contains) ? "mockStatic" : "`static`"
    }
}
