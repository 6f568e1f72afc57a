internal import MockModel

extension ClausePlan {
    /// What the clause has matchers for.
    var matched: [MatchedParameter] {
        guard case .call(let isOverloaded, let setLabel) = content else { return [] }
        let signature = call.signature
        // Closures of the member's type match packs by themselves.
        if signature.traits.contains(.pack), call.needsBody { return [] }
        let generics = signature.genericNames
        let newValue = setLabel == nil ? nil : signature.parameters.indices.last
        var matched: [MatchedParameter] = []
        matched.reserveCapacity(signature.parameters.count)
        for (index, parameter) in signature.parameters.enumerated() {
            if index == newValue {
                matched.append(MatchedParameter(plan: parameter, hasDefault: true, setLabel: setLabel))
            } else if !parameter.isUnrecorded {
                let hasDefault = !isOverloaded && !parameter.isPack && !parameter.value.mentions(anyOf: generics)
                matched.append(MatchedParameter(plan: parameter, hasDefault: hasDefault, setLabel: nil))
            }
        }
        return matched
    }
}
