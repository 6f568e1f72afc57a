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
        var writer = CodeWriter()
        writer.blank()
        writer.conditional(plan.conditions) { writer in
            guard !plan.namespace.isEmpty else { return type(&writer) }
            writer.block("extension \(plan.namespace.joined(separator: "."))", type)
        }
        return writer.bytes
    }

    private func type(_ writer: inout CodeWriter) {
        for attribute in plan.attributes { writer.line(attribute) }
        let head =
            "\(plan.access)\(plan.keyword) \(plan.name)\(plan.genericClause): "
            + "\(plan.inheritance.joined(separator: ", "))\(plan.whereClause)"
        writer.block(head) { writer in
            for alias in plan.typealiases { writer.line(alias) }
            for member in plan.members {
                writer.conditional(member.conditions) { witness(member.witness, &$0) }
            }
            for line in plan.identityMembers { writer.line(line) }
            memberSet("MockMembers", target: plan.target, plan.members.filter { !$0.isStatic }, &writer)
            if plan.hasStaticSide {
                memberSet("StaticMockMembers", target: plan.staticTarget, plan.members.filter(\.isStatic), &writer)
            }
            plumbing(&writer)
        }
    }

    // MARK: Witnesses

    private func witness(_ witness: WitnessPlan, _ writer: inout CodeWriter) {
        switch witness {
        case .function(let head, let body):
            guard let body else { return writer.line("\(head) {}") }
            writer.block(head) { statements(body, &$0) }
        case .accessors(let head, let getter, let get, let setter, let set):
            writer.block(head) { writer in
                writer.block(getter) { statements(get, &$0) }
                if let set { writer.block(setter) { statements(set, &$0) } }
            }
        }
    }

    private func statements(_ body: BodyPlan, _ writer: inout CodeWriter) {
        for preparation in body.preparations { writer.line(preparation) }
        switch body.wrapper {
        case .returned:
            writer.line {
                $0.append("return ")
                $0.append(body.call)
            }
        case .performed: if !body.call.isEmpty { writer.line(body.call) }
        case .guarded: writer.line("guard \(body.call) else { return nil }")
        case .rethrown(let result):
            writer.block(
                "return try \(runtime("Result"))<\(result), any \(runtime("Error"))>", closing: "}.rethrowGet()"
            ) { $0.line(body.call) }
        case .caught:
            let failed = "\(runtime("Result"))<\(runtime("Never")), any \(runtime("Error"))>.failure(error)"
            writer.block("do", closing: "} catch { try \(failed).rethrowGet() }") { $0.line("return \(body.call)") }
        }
        if let conclusion = body.conclusion { writer.line(conclusion) }
    }

    // MARK: Member sets

    private func memberSet(_ name: String, target: String, _ members: [MemberPlan], _ writer: inout CodeWriter) {
        writer.blank()
        let isConstrained = members.contains { $0.clauses.contains(where: \.constrainsMode) }
        let mode = isConstrained ? "\(runtime.mode): \(runtime("ClauseMode"))" : runtime.mode
        writer.block("\(plan.access)nonisolated struct \(name)<\(mode)>: \(runtime("MemberSet"))") { writer in
            let state = "\(runtime("MockState"))<\(target)>"
            writer.line("let \(plan.stateName): \(state)")
            if !plan.access.isEmpty || plan.stateName != "mocking" {
                writer.line("\(plan.access)init(mocking: \(state)) { self.\(plan.stateName) = mocking }")
            }
            for member in members {
                writer.conditional(member.conditions) { writer in
                    for clause in member.clauses { self.clause(clause, access: member.access, &writer) }
                }
            }
        }
    }

    private func clause(_ clause: ClausePlan, access: String, _ writer: inout CodeWriter) {
        writer.line { line in
            for attribute in clause.attributes { line.append("\(attribute) ") }
            line.append(access)
            line.append(clause.head)
            line.append(clause.head.hasPrefix("var ") ? ": " : " -> ")
            line.append(clause.type)
            line.append(clause.whereClause)
            line.append(" { .init(")
            line.append(plan.stateName)
            line.append(", \"")
            line.append(clause.key)
            line.append("\"")
            for matcher in clause.matchers {
                line.append(", ")
                line.append(matcher)
            }
            line.append(") }")
        }
    }

    private func plumbing(_ writer: inout CodeWriter) {
        let state = "\(runtime("MockState"))<\(plan.target)>"
        writer.blank()
        let implements = plan.stateName == "mocking" ? "" : "@_implements(\(runtime("Mock")), mocking) "
        let property = "\(implements)\(plan.access)nonisolated let \(plan.stateName)"
        if plan.inheritsInitializers {
            writer.line("\(property) = \(state)(\"\(plan.name)\")")
        } else {
            writer.line("\(property): \(state)")
            initializer(state, &writer)
        }
        modes("Mock", target: plan.target, &writer)
        if plan.hasStaticSide { modes("StaticMock", target: plan.staticTarget, &writer) }
    }

    private func initializer(_ state: String, _ writer: inout CodeWriter) {
        let isolation = plan.keyword == "actor" ? "" : "nonisolated "
        writer.line("\(plan.access)\(isolation)init(mocking: \(state)) { self.\(plan.stateName) = mocking }")
    }

    private func modes(_ prefix: String, target: String, _ writer: inout CodeWriter) {
        let set = "\(prefix)Members"
        writer.line("\(plan.access)typealias \(prefix)Given = \(set)<\(plan.stubbingMode)<\(target)>>")
        writer.line("\(plan.access)typealias \(prefix)Verify = \(set)<\(runtime("Verifying"))>")
        writer.line("\(plan.access)typealias \(prefix)Calls = \(set)<\(runtime("Recording"))>")
    }
}
