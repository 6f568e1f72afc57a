internal import MockModel

/// Prints one plan: `MockPlan` in, Swift out.
package struct MockRenderer {
    private let plan: MockPlan
    private let runtime: RuntimeSpelling

    package init(_ plan: MockPlan) {
        self.plan = plan
        runtime = plan.runtime
    }

    /// The mock as UTF-8, with an empty line in front.
    package var bytes: [UInt8] {
        if plan.hasOverloads { plan.members.distinguishClauses() }
        var writer = CodeWriter(capacity: 1024 * (plan.members.count + 1))
        writer.blank()
        writer.conditional(plan.conditions) { writer in
            guard !plan.namespace.isEmpty else { return type(&writer) }
            for attribute in plan.namespaceAttributes { writer.line(attribute) }
            writer.block("extension \(plan.namespace.joined(separator: "."))") { type(&$0) }
        }
        return writer.bytes
    }

    private func type(_ writer: inout CodeWriter) {
        for attribute in plan.attributes { writer.line(attribute) }
        writer.block({ writeHead(to: &$0) }) { writer in
            for alias in plan.typealiases { writer.line(alias) }
            for member in plan.members {
                writer.conditional(member.conditions) { member.writeWitness(to: &$0) }
            }
            for line in plan.identityMembers { writer.line(line) }
            memberSet(isStatic: false, &writer)
            if plan.hasStaticSide { memberSet(isStatic: true, &writer) }
            plumbing(&writer)
        }
    }

    private func writeHead(to code: inout CodeWriter) {
        code += plan.access
        code += plan.keyword
        code += " "
        code += plan.name
        code += plan.genericClause
        code += ": "
        code.list(plan.inheritance) { $1 += $0 }
        code += plan.whereClause
    }

    // MARK: Member sets

    private func memberSet(isStatic: Bool, _ writer: inout CodeWriter) {
        let members = plan.members.lazy.filter { $0.isStatic == isStatic }
        let target = isStatic ? plan.staticTarget : plan.target
        writer.blank()
        let isConstrained = members.contains { $0.clauses.contains { $0.call.leavesMainActor } }
        writer.block({ writeMemberSetHead(isStatic, isConstrained, to: &$0) }) { writer in
            writer.line { code in
                code += "let "
                code += plan.stateName
                code += ": "
                writeState(of: target, to: &code)
            }
            if !plan.access.isEmpty || plan.stateName != "mocking" { initializer(of: target, isolation: "", &writer) }
            for member in members {
                writer.conditional(member.conditions) { writer in
                    for place in member.clauses.indices {
                        writer.line {
                            member.clauses[place].write(access: member.access, state: plan.stateName, to: &$0)
                        }
                    }
                }
            }
        }
    }

    private func writeMemberSetHead(_ isStatic: Bool, _ isConstrained: Bool, to code: inout CodeWriter) {
        code += plan.access
        code += "nonisolated struct "
        if isStatic { code += "Static" }
        code += plan.memberSetName
        code += "<"
        code += runtime.mode
        if isConstrained {
            code += ": "
            code += runtime("ClauseMode")
        }
        code += ">: "
        code += runtime("MemberSet")
    }

    private func plumbing(_ writer: inout CodeWriter) {
        writer.blank()
        writer.line { code in
            if plan.stateName != "mocking" { code += "@_implements(\(runtime("Mock")), mocking) " }
            code += plan.access
            code += "nonisolated let "
            code += plan.stateName
            code += plan.inheritsInitializers ? " = " : ": "
            writeState(of: plan.target, to: &code)
            if plan.inheritsInitializers { code += "(\"\(Identifier.asLiteral(plan.name))\")" }
        }
        if !plan.inheritsInitializers {
            initializer(of: plan.target, isolation: plan.keyword == "actor" ? "" : "nonisolated ", &writer)
        }
        modes(isStatic: false, &writer)
        if plan.hasStaticSide { modes(isStatic: true, &writer) }
    }

    /// Writes the initializer with the state of a mock, or of one side of it, as parameter.
    private func initializer(of target: String, isolation: StaticString, _ writer: inout CodeWriter) {
        writer.line { code in
            code += plan.access
            code += isolation
            code += "init(mocking: "
            writeState(of: target, to: &code)
            code += ") { self."
            code += plan.stateName
            code += " = mocking }"
        }
    }

    /// Writes `MockState<any Cook>`.
    private func writeState(of target: String, to code: inout CodeWriter) {
        code += runtime("MockState")
        code += "<"
        code += target
        code += ">"
    }

    private func modes(isStatic: Bool, _ writer: inout CodeWriter) {
        mode("MockGiven", isStatic, &writer) { code in
            code += plan.stubbingMode
            code += "<"
            code += isStatic ? plan.staticTarget : plan.target
            code += ">"
        }
        mode("MockVerify", isStatic, &writer) { $0 += runtime("Verifying") }
        mode("MockCalls", isStatic, &writer) { $0 += runtime("Recording") }
    }

    private func mode(
        _ name: StaticString, _ isStatic: Bool, _ writer: inout CodeWriter, _ writeMode: (inout CodeWriter) -> Void
    ) {
        let side: StaticString = isStatic ? "Static" : ""
        writer.line { code in
            code += plan.access
            code += "typealias "
            code += side
            code += name
            code += " = "
            code += side
            code += plan.memberSetName
            code += "<"
            writeMode(&code)
            code += ">"
        }
    }
}
