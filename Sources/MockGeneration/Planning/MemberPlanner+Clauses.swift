internal import MockModel

// How tests speak about a member.
extension MemberPlanner {
    func clauses(_ form: ClausePlan.Form, _ call: CallPlan, isDescribable: Bool) -> [ClausePlan] {
        let anyType = anyTypeClause(form, call, isDescribable: isDescribable)
        // Without arguments nothing would tell the clause's generic parameters.
        if !isDescribable, call.signature.isResultGeneric { return [anyType].compactMap(\.self) }
        let own = clause(form, isDescribable ? call : call.withoutGenerics(), .call(isOverloaded: isOverloaded))
        guard isDescribable, let anyType else { return [own] }
        return [own, anyType]
    }

    /// A generic member can also be stubbed and verified for whatever type it is called with.
    private func anyTypeClause(_ form: ClausePlan.Form, _ call: CallPlan, isDescribable: Bool) -> ClausePlan? {
        let signature = call.signature
        guard !signature.generics.isEmpty else { return nil }
        let mentions = signature.generics.contains { $0.specifier != nil }
        let isUseful = !mentions && !call.needsBody && !isOverloaded && !signature.parameters.isEmpty
        return isUseful || !isDescribable ? clause(form, call, .anyType) : nil
    }

    func clause(_ form: ClausePlan.Form, _ call: CallPlan, _ content: ClausePlan.Content) -> ClausePlan {
        ClausePlan(attributes: clauseAttributes, form: form, call: call, content: content)
    }

    /// A method called `name(set:)` keeps its name.
    func setLabel(_ name: String) -> String {
        guard isOverloaded else { return "set" }
        let free = ["set", "assign", "setTo", "assignTo"].first { label in
            !scope.nameCounts.containsOverload("\(name)(\(label):)", isStatic: member.isStatic)
        }
        return free ?? "setValue"
    }

    var clauseAttributes: [String] {
        if member.attributes.isEmpty, resolved.globalActor == nil { return [] }
        var attributes = member.attributes.filter { $0.hasPrefix("@available") } + interfaceGroups
        if resolved.globalActor == "MainActor", mentionsKeys { attributes.append("@MainActor") }
        return attributes
    }

    /// Where everything is on the main actor by default, the user's types are `Hashable` there only.
    private var mentionsKeys: Bool {
        scope.isMainActorByDefault
            && member.signatureContains { type in
                type.contains { part in
                    switch part {
                    case .named("Set", let arguments), .named("Dictionary", let arguments):
                        !(arguments.first?.isSurelySendable ?? true)
                    case .dictionary(let key, _): !key.isSurelySendable
                    default: false
                    }
                }
            }
    }
}
