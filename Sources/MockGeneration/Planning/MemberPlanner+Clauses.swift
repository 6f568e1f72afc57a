internal import MockModel

// How tests speak about a member.
extension MemberPlanner {
    func clause(
        _ head: String, _ call: CallPlanner, isOverloaded: Bool, setLabel: String? = nil
    ) -> ClausePlan {
        let signature = call.signature
        let generics = Set(signature.generics.map(\.name))
        let isSubscript = head == "subscript"
        var list: [(parameter: ParameterPlan, isNewValue: Bool)] = []
        let pack = signature.parameters.contains(where: \.isPack)
        for (index, parameter) in signature.parameters.enumerated() {
            let isNewValue = setLabel != nil && index == signature.parameters.count - 1
            guard !parameter.isUnrecorded || isNewValue, !pack || !call.needsBody else { continue }
            list.append((parameter, isNewValue))
        }
        let isProperty = head.hasPrefix("var ")
        let opening = isProperty ? "" : "\(head)\(signature.genericClause)("
        let matchers = String(listing: list, opening, ")") { entry, text in
            let parameter = entry.parameter
            if let setLabel, entry.isNewValue {
                text += "\(setLabel) \(parameter.local): "
                parameter.appendMatcherType(runtime, to: &text)
                if !isSubscript { text += " = .any" }
            } else {
                let mayDefault = !isOverloaded && !parameter.isPack && !parameter.value.mentions(anyOf: generics)
                parameter.appendMatcherDeclaration(
                    runtime, withDefault: mayDefault, isSubscript: isSubscript, to: &text)
            }
        }
        return ClausePlan(
            attributes: clauseAttributes,
            head: isProperty ? head : matchers,
            type: call.clauseType(),
            whereClause: signature.whereClause,
            constrainsMode: call.leavesMainActor,
            key: call.key,
            matchers: pack
                ? packMatchers(call)
                : signature.parameters.map { parameter in
                    parameter.isUnrecorded ? parameter.anyMatcher(runtime) : parameter.local
                })
    }

    /// With a pack among them all matchers travel as one; closures of the member's type go without matchers.
    private func packMatchers(_ call: CallPlanner) -> [String] {
        guard !call.needsBody else { return [] }
        let list = call.signature.parameters.map { $0.isPack ? "repeat each \($0.local)" : $0.local }
        return ["all: \(list.joined(separator: ", "))"]
    }

    var clauseAttributes: [String] {
        member.attributes.filter { $0.hasPrefix("@available") }
            + (resolved.globalActor == "MainActor" && mentionsKeys ? ["@MainActor"] : [])
    }

    /// Where everything is on the main actor by default, the user's types are `Hashable` there only.
    private var mentionsKeys: Bool {
        scope.isMainActorByDefault
            && member.signatureTypes.contains { type in
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
