internal import MockModel

extension TypedMock {
    /// The mock as UTF-8, with an empty line in front.
    var bytes: [UInt8] {
        let state = "\(spelling("MockState"))(\"\(Identifier.asLiteral(conformance.name))\")"
        return conformance.text(
            adopting: protocols, delegation: "self.init(mocking: \(state))",
            witness: { members[$0].writeWitness(to: &$1) }
        ) { writer in
            memberSet(isStatic: false, &writer)
            if hasStaticSide { memberSet(isStatic: true, &writer) }
            plumbing(&writer)
        }
    }

    // MARK: Member sets

    private func memberSet(isStatic: Bool, _ writer: inout CodeWriter) {
        let members = self.members.lazy.filter { $0.isStatic == isStatic }
        let target = isStatic ? staticTarget : target
        writer.blank()
        let isConstrained = members.contains { $0.clauses.contains { $0.call.isNonisolatedInMainActorMock } }
        if members.contains(where: { $0.clauses.contains { $0.hasMatchers } }) {
            // The compiler's error for a variable leads to the clause and does not say how to pass one.
            writer.line("/// Literals and cases of enums are matchers; any other value is passed with `.equal(value)`.")
        }
        writer.block({ writeMemberSetHead(isStatic, isConstrained, to: &$0) }) { writer in
            writer.line { code in
                code += "let "
                code += names.state
                code += ": "
                writeState(of: target, to: &code)
            }
            if !conformance.access.isEmpty || names.state != "mocking" {
                initializer(of: target, isolation: "", &writer)
            }
            for member in members {
                writer.conditional(member.conditions) { writer in
                    for index in member.clauses.indices {
                        writer.line {
                            member.clauses[index].write(access: member.access, state: names.state, to: &$0)
                        }
                    }
                }
            }
        }
    }

    private func writeMemberSetHead(_ isStatic: Bool, _ isConstrained: Bool, to code: inout CodeWriter) {
        code += conformance.access
        code += "nonisolated struct "
        if isStatic { code += "Static" }
        code += names.memberSet
        code += "<"
        code += mode
        if isConstrained {
            code += ": "
            code += spelling("ClauseMode")
        }
        code += ">: "
        code += spelling("MemberSet")
    }

    private func plumbing(_ writer: inout CodeWriter) {
        writer.blank()
        writer.line { code in
            if names.state != "mocking" { code += "@_implements(\(spelling("Mock")), mocking) " }
            code += conformance.access
            code += "nonisolated let "
            code += names.state
            code += conformance.inheritsInitializers ? " = " : ": "
            writeState(of: target, to: &code)
            if conformance.inheritsInitializers { code += "(\"\(Identifier.asLiteral(conformance.name))\")" }
        }
        if !conformance.inheritsInitializers {
            initializer(of: target, isolation: conformance.keyword == "actor" ? "" : "nonisolated ", &writer)
        }
        modes(isStatic: false, &writer)
        if hasStaticSide { modes(isStatic: true, &writer) }
    }

    /// Writes the initializer with the state of a mock, or of one side of it, as parameter.
    private func initializer(of target: String, isolation: StaticString, _ writer: inout CodeWriter) {
        writer.line { code in
            code += conformance.access
            code += isolation
            code += "init(mocking: "
            writeState(of: target, to: &code)
            code += ") { self."
            code += names.state
            code += " = mocking }"
        }
    }

    /// Writes `MockState<any Cook>`.
    private func writeState(of target: String, to code: inout CodeWriter) {
        code += spelling("MockState")
        code += "<"
        code += target
        code += ">"
    }

    private func modes(isStatic: Bool, _ writer: inout CodeWriter) {
        mode("MockGiven", isStatic, &writer) { code in
            code += stubbingMode
            code += "<"
            code += isStatic ? staticTarget : target
            code += ">"
        }
        mode("MockVerify", isStatic, &writer) { $0 += spelling("Verifying") }
        mode("MockCalls", isStatic, &writer) { $0 += spelling("Recording") }
    }

    private func mode(
        _ name: StaticString, _ isStatic: Bool, _ writer: inout CodeWriter, _ writeMode: (inout CodeWriter) -> Void
    ) {
        let side: StaticString = isStatic ? "Static" : ""
        writer.line { code in
            code += conformance.access
            code += "typealias "
            code += side
            code += name
            code += " = "
            code += side
            code += names.memberSet
            code += "<"
            writeMode(&code)
            code += ">"
        }
    }
}
