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
        return signature.parameters.indices.compactMap { index in
            let parameter = signature.parameters[index]
            if index == newValue { return MatchedParameter(plan: parameter, hasDefault: true, setLabel: setLabel) }
            if parameter.isUnrecorded { return nil }
            let hasDefault = !isOverloaded && !parameter.isPack && !parameter.value.mentions(anyOf: generics)
            return MatchedParameter(plan: parameter, hasDefault: hasDefault, setLabel: nil)
        }
    }
}
