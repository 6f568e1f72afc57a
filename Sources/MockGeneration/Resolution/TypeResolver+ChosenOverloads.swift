internal import MockModel

// Generic members that no call chooses: the compiler (6.3.1) prefers an overload that takes an existential, if the
// argument converts to it. For a `T: Hashable`, that is `f(_: any Equatable)` and not `f<T: Hashable>(_: T)`. `Any` is no
// such existential.
extension TypeResolver {
    /// - Parameter overloads: indices of members with one base name.
    mutating func narrowMembersBesideExistentials(_ overloads: [Int]) {
        for index in overloads {
            let member = result.members[index].member
            guard member.parameters.contains(where: { member.constraints(on: $0.type.bare) != nil }) else { continue }
            let isHidden = overloads.contains { other in
                let other = result.members[other].member
                return member.displayName == other.displayName && member.isStatic == other.isStatic
                    && takesArguments(of: member, other)
            }
            if isHidden { result.members[index].isNarrowed = true }
        }
    }

    /// True if the other member takes an existential for a generic parameter, and the same types otherwise.
    private func takesArguments(of member: MemberDeclaration, _ other: MemberDeclaration) -> Bool {
        guard member.parameters.count == other.parameters.count, budget.spend(member.partCount) else { return false }
        var takesExistential = false
        for (mine, theirs) in zip(member.parameters.map(\.type.bare), other.parameters.map(\.type.bare)) {
            if let constraints = member.constraints(on: mine), let required = existential(theirs) {
                guard required.isSubset(of: protocols(refinedBy: constraints)) else { return false }
                takesExistential = true
            } else if mine != theirs {
                return false
            }
        }
        return takesExistential
    }

    /// The names of the protocols of an existential, unless that is `Any`; `nil` for any other type.
    private func existential(_ type: TypeExpression) -> Set<String>? {
        let constraint = if case .any(let constraint) = type { constraint } else { type }
        let names = Set(constraint.composed.map { $0.namePath?.last ?? "" })
        let areProtocols = names.allSatisfy { name in
            KnownProtocol.isKnown(name) || locateOrStandard(name)?.declaration.kind == .protocol
        }
        return areProtocols && names != ["Any"] ? names : nil
    }

    private func locateOrStandard(_ name: String) -> LocatedType? {
        locate(name, from: result.type) ?? standardType(name)
    }

    private func protocols(refinedBy constraints: [TypeExpression]) -> Set<String> {
        var names: Set<String> = []
        var waiting = constraints
        while let part = waiting.popLast(), budget.spend() {
            guard let name = part.bare.namePath?.last, names.insert(name).inserted else { continue }
            names.formUnion(KnownProtocol.closure(of: name))
            guard let found = locateOrStandard(name) else { continue }
            if found.declaration.kind == .class { names.insert("AnyObject") }
            waiting += found.declaration.inherited.flatMap(\.composed)
        }
        return names
    }
}

extension MemberDeclaration {
    /// The constraints on the type if it is a generic parameter of the member; `nil` for any other type and without
    /// constraints.
    fileprivate func constraints(on type: TypeExpression) -> [TypeExpression]? {
        if case .some(let constraint) = type { return constraint.composed }
        guard let parameter = genericParameters.first(where: { type == .named($0.name) }) else { return nil }
        let required = genericRequirements.filter { $0.relation == .conforms && $0.left == type }.map(\.right)
        let constraints = ([parameter.constraint].compactMap(\.self) + required).flatMap(\.composed)
        return constraints.isEmpty ? nil : constraints
    }
}
