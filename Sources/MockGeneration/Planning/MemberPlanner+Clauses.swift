internal import MockModel

// How tests speak about a member.
extension MemberPlanner {
    func clause(
        _ head: String, _ call: CallPlanner, isOverloaded: Bool, setLabel: String? = nil
    ) -> ClausePlan {
        let signature = call.signature
        let generics = Set(signature.generics.map(\.name))
        let isSubscript = head == "subscript"
        var list: [String] = []
        let pack = signature.parameters.contains(where: \.isPack)
        for (index, parameter) in signature.parameters.enumerated() {
            let isNewValue = setLabel != nil && index == signature.parameters.count - 1
            guard !parameter.isUnrecorded || isNewValue, !pack || !call.needsBody else { continue }
            let mayDefault = !isOverloaded && !parameter.value.mentions(anyOf: generics)
            if let setLabel, isNewValue {
                let value = isSubscript ? "" : " = .any"
                list.append("\(setLabel) \(parameter.local): \(parameter.matcherType(runtime))\(value)")
            } else {
                list.append(
                    parameter.matcherDeclaration(
                        runtime, withDefault: mayDefault && !parameter.isPack, isSubscript: isSubscript))
            }
        }
        let isProperty = head.hasPrefix("var ")
        return ClausePlan(
            attributes: clauseAttributes,
            head: isProperty ? head : "\(head)\(signature.genericClause)(\(list.joined(separator: ", ")))",
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
