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
                writer.conditional(member.conditions, member.writeWitness)
            }
            for line in plan.identityMembers { writer.line(line) }
            memberSet(plan.memberSetName, target: plan.target, plan.members.filter { !$0.isStatic }, &writer)
            if plan.hasStaticSide {
                memberSet(
                    "Static\(plan.memberSetName)", target: plan.staticTarget, plan.members.filter(\.isStatic), &writer)
            }
            plumbing(&writer)
        }
    }

    // MARK: Member sets

    private func memberSet(_ name: String, target: String, _ members: [MemberPlan], _ writer: inout CodeWriter) {
        writer.blank()
        let isConstrained = members.contains { $0.clauses.contains(where: \.call.leavesMainActor) }
        let mode = isConstrained ? "\(runtime.mode): \(runtime("ClauseMode"))" : runtime.mode
        writer.block("\(plan.access)nonisolated struct \(name)<\(mode)>: \(runtime("MemberSet"))") { writer in
            let state = "\(runtime("MockState"))<\(target)>"
            writer.line("let \(plan.stateName): \(state)")
            if !plan.access.isEmpty || plan.stateName != "mocking" {
                writer.line("\(plan.access)init(mocking: \(state)) { self.\(plan.stateName) = mocking }")
            }
            for member in members {
                writer.conditional(member.conditions) { writer in
                    for clause in member.clauses {
                        writer.line { clause.write(access: member.access, state: plan.stateName, to: &$0) }
                    }
                }
            }
        }
    }

    private func plumbing(_ writer: inout CodeWriter) {
        let state = "\(runtime("MockState"))<\(plan.target)>"
        writer.blank()
        let implements = plan.stateName == "mocking" ? "" : "@_implements(\(runtime("Mock")), mocking) "
        let property = "\(implements)\(plan.access)nonisolated let \(plan.stateName)"
        if plan.inheritsInitializers {
            writer.line("\(property) = \(state)(\"\(Identifier.asLiteral(plan.name))\")")
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
        let set = String(prefix.dropLast("Mock".count)) + plan.memberSetName
        mode("\(prefix)Given", of: set, "\(plan.stubbingMode)<\(target)>", &writer)
        mode("\(prefix)Verify", of: set, runtime("Verifying"), &writer)
        mode("\(prefix)Calls", of: set, runtime("Recording"), &writer)
    }

    private func mode(_ name: String, of set: String, _ mode: String, _ writer: inout CodeWriter) {
        writer.line { code in
            code += plan.access
            code += "typealias "
            code += name
            code += " = "
            code += set
            code += "<"
            code += mode
            code += ">"
        }
    }
}
