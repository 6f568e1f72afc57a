internal import MockModel

// The requirements of the mocked type and its parents, each once.
extension TypeResolver {
    /// - Parameter earlier: the conditions of the inheritance paths that reached the declaration before.
    mutating func add(
        _ member: MemberDeclaration, origin: MemberOrigin, isOverride: Bool = false,
        isolation: MemberIsolation = .declared, actor: String? = nil, earlier: [[String]] = []
    ) {
        guard let member = conditioned(member, earlier) else { return }
        switch member.kind {
        case .typealias(let alias) where member.conditions.contains(where: Self.isFlag):
            aliasesUnderFlags.append((alias, origin))
        case .typealias(let alias):
            add(alias, origin)
        default:
            let name = member.baseName
            _ = globalActor(member.attributes)
            let resolved = ResolvedMember(
                member: member, origin: origin, isOverride: isOverride, isolation: isolation, actor: actor)
            if let index = overloads.index(of: member, named: name, among: result.members) {
                merge(resolved, at: index)
                break
            }
            if isOverride, member.modifiers.contains("override") {
                overrides[member.sideName, default: []].append(result.members.count)
            }
            result.members.append(resolved)
        }
        if case .associatedType(let associated) = member.kind {
            for requirement in associated.genericRequirements { state(requirement, at: origin.located) }
        }
    }

    private mutating func add(_ alias: TypealiasDeclaration, _ origin: MemberOrigin) {
        let target = respelled(alias.target, from: origin.located)
        if let earlier = aliasTargets[alias.name], earlier != target {
            equalAliases.append(RestatedType(name: alias.name, type: earlier, other: target, origin: origin))
        }
        aliasTargets[alias.name] = target
        memberAliases[alias.name] = alias
        originsOfAliases[alias.name] = origin.located
        if alias.genericParameters.isEmpty { result.fixedTypes[alias.name] = alias.target }
    }

    /// Adds the typealiases under flags, which are usually not set: those that are the only meaning of their names.
    mutating func addAliasesUnderFlags() {
        if aliasesUnderFlags.isEmpty { return }
        let associated = result.associatedTypeNames
        for (alias, origin) in aliasesUnderFlags
        where memberAliases[alias.name] == nil && !associated.contains(alias.name)
            && locate(alias.name, from: result.type) == nil
        {
            add(alias, origin)
        }
    }

    /// Notes a requirement of a where clause with the names that its declaration sees by then.
    mutating func state(_ requirement: GenericRequirement, at origin: LocatedType) {
        let scope = NameScope(origin: origin, visibleNames: visibleNames)
        statedRequirements.append(StatedRequirement(requirement: requirement, scope: scope))
    }

    /// Notes a typealias of a class, which subclasses see unless they declare one with that name.
    mutating func note(_ alias: TypealiasDeclaration) {
        if memberAliases[alias.name] == nil { memberAliases[alias.name] = alias }
    }

    /// Merges a requirement that is stated again. The user's statement of a library requirement replaces the built-in
    /// one.
    mutating func merge(_ other: ResolvedMember, at index: Int) {
        var member = other.member
        let (origin, isolation) = (other.origin, other.isolation)
        var known = result.members[index]
        // A constrained default that the user proposes for a library type need not fit, so it is not used.
        if known.origin.isBuiltIn, !origin.isBuiltIn {
            member.dropUncertainDefault()
            dropUnfitDefault(of: &member, origin, required: known.member.constraintsOfAssociatedType)
        }
        known.isRestated = known.isRestated || known.isolation != isolation
        known.isolation = known.actor == other.actor ? min(known.isolation, isolation) : .none
        if known.origin.isBuiltIn, !origin.isBuiltIn, !member.isAssociatedType {
            let builtIn = known.member
            if builtIn.displayName == "rawValue" { restate(known, as: member, origin) }
            known.isNarrowed = known.isNarrowed || member.disagrees(with: builtIn)
            known.member = member
            known.member.merge(builtIn)
            known.origin = origin
        } else if !known.isOverride {
            restate(known, as: member, origin)
            known.isNarrowed = known.isNarrowed || other.isNarrowed || known.member.disagrees(with: member)
            known.isNarrowed = known.member.mergeIsolation(of: member, among: result.globalActors) || known.isNarrowed
            known.member.merge(member)
        }
        result.members[index] = known
    }

    /// Drops the default of an associated type if it is a class or struct that conforms to nothing, and the library
    /// asks for a conformance.
    private func dropUnfitDefault(
        of member: inout MemberDeclaration, _ origin: MemberOrigin, required: [TypeExpression]
    ) {
        guard !required.isEmpty, case .associatedType(var associated) = member.kind,
            let path = associated.defaultType?.namePath, let found = locate(path, from: origin.located),
            [.class, .struct].contains(found.declaration.kind), found.declaration.attributes.isEmpty,
            found.declaration.inherited.isEmpty,
            lookup.extensions(of: found).allSatisfy(\.inherited.isEmpty)
        else { return }
        associated.defaultType = nil
        member.kind = .associatedType(associated)
    }

    /// Notes that a property is declared with two types.
    private mutating func restate(_ known: ResolvedMember, as other: MemberDeclaration, _ origin: MemberOrigin) {
        if case .property(let mine) = known.member.kind, case .property(let theirs) = other.kind,
            let type = mine.type.map({ respelled($0, from: known.origin.located) }),
            let restated = theirs.type.map({ respelled($0, from: origin.located) }), type != restated
        {
            restatedTypes.append(RestatedType(name: mine.name, type: type, other: restated, origin: origin))
        }
    }
}
