internal import MockModel

// The clauses of a member, which tests use to stub and verify it.
extension MemberPlanner {
    func clauses(_ form: ClausePlan.Form, _ call: CallPlan, isDescribable: Bool) -> [ClausePlan] {
        let anyType = anyTypeClause(form, call, isDescribable: isDescribable)
        // Without matchers, the clause's generic parameters could not be inferred.
        if !isDescribable, call.signature.isResultGeneric { return [anyType].compactMap(\.self) }
        let own = clause(form, isDescribable ? call : call.withoutGenerics(), .call())
        guard isDescribable, let anyType else { return [own] }
        return [own, anyType]
    }

    /// The clause that stubs and verifies a generic member for any type it is called with.
    private func anyTypeClause(_ form: ClausePlan.Form, _ call: CallPlan, isDescribable: Bool) -> ClausePlan? {
        let signature = call.signature
        guard !signature.generics.isEmpty else { return nil }
        let mentions = signature.generics.contains { $0.specifier != nil }
        let isUseful = !mentions && !call.needsBody && !isOverloaded && !signature.parameters.isEmpty
        return isUseful || !isDescribable ? clause(form, call, .anyType) : nil
    }

    func clause(_ form: ClausePlan.Form, _ call: CallPlan, _ content: ClausePlan.Content) -> ClausePlan {
        ClausePlan(
            attributes: clauseAttributes, form: form, call: call, content: content,
            requiredMatchers: isOverloaded || form == .subscript ? .max : 0, isAsyncTwin: isAsyncTwin)
    }

    /// The label of the setter's clause. It avoids the name of a method such as `name(set:)`.
    func setLabel(_ name: String) -> String {
        guard isOverloaded else { return "set" }
        let free = ["set", "assign", "setTo", "assignTo"].first { label in
            !scope.nameCounts.containsOverload("\(name)(\(label):)", isStatic: member.isStatic)
        }
        return free ?? "setValue"
    }

    var clauseAttributes: [String] {
        if member.attributes.isEmpty, resolved.globalActor == nil { return [] }
        var attributes = member.attributes.filter { $0.hasPrefix("@available") }
        attributes += member.interfaceGroups(witness.access)
        if resolved.globalActor == "MainActor", needsIsolatedConformance { attributes.append("@MainActor") }
        return attributes
    }

    /// True if the signature needs conformances that may hold on the main actor only, as those of the user's types do if
    /// it is the default isolation: of a dictionary's key, a set's element, or the argument of a constrained type.
    private var needsIsolatedConformance: Bool {
        scope.isMainActorByDefault
            && member.signatureContains { type in
                type.contains { part in
                    switch part {
                    case .named("Set", let arguments), .named("Dictionary", let arguments):
                        !(arguments.first?.isSurelySendable ?? true)
                    case .dictionary(let key, _): !key.isSurelySendable
                    case .named(let name, let arguments):
                        resolved.constrainedGenerics.contains(name) && arguments.contains { !$0.isSurelySendable }
                    default: false
                    }
                }
            }
    }
}
