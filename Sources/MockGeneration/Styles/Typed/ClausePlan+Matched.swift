internal import MockModel

extension ClausePlan {
    /// True if the clause has a matcher for at least one parameter.
    var hasMatchers: Bool { call.signature.parameters.indices.contains { matched($0) != nil } }

    /// How the clause matches a parameter; `nil` if it has no matcher for it.
    func matched(_ index: Int) -> MatchedParameter? {
        guard case .call(let setLabel) = content else { return nil }
        let signature = call.signature
        // Closures of the member's type match packs by themselves.
        if signature.traits.contains(.pack), call.needsBody { return nil }
        let parameter = signature.parameters[index]
        if let setLabel, index == signature.parameters.count - 1 {
            return MatchedParameter(plan: parameter, hasDefault: true, setLabel: setLabel)
        }
        if parameter.isUnrecorded {
            return call.matchesUnrecorded ? MatchedParameter(plan: parameter, hasDefault: false, setLabel: nil) : nil
        }
        let hasDefault =
            index >= requiredMatchers && !parameter.isPack && !parameter.value.mentions(anyOf: signature.genericNames)
        return MatchedParameter(plan: parameter, hasDefault: hasDefault, setLabel: nil)
    }
}
