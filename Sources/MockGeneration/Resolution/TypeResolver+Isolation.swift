internal import MockModel

// The isolation of a declaration, as stated or as implied by its context.
extension TypeResolver {
    /// The isolation of the declaration's requirements; its parents must have been visited.
    mutating func isolation(of located: LocatedType) -> MemberIsolation {
        let isOwn = located.declaration.qualifiedName == result.declaration.qualifiedName
        guard !isOwn, result.globalActor == nil, !result.isActor else { return .declared }
        return located.module != result.type.module || isOutsideOfDefault(located) ? .none : .implicit
    }

    /// True if the declaration is on the main actor by its module's default. Always false for the mocked type's own
    /// module, whose default is an option of the mock.
    mutating func isOnMainActorByModuleDefault(_ located: LocatedType) -> Bool {
        located.isMainActorByDefault && located.module != result.type.module && !isOutsideOfDefault(located)
    }

    /// True if the module's default does not apply: the declaration is `nonisolated`, or is nested in a type that is
    /// `nonisolated` or on another actor.
    mutating func isOutsideOfDefault(_ located: LocatedType, depth: Int = 0) -> Bool {
        if located.declaration.modifiers.contains("nonisolated") { return true }
        let isOutside = outerTypes(of: located).contains { outer in
            let actor = globalActor(outer.attributes)
            return outer.kind == .actor || outer.modifiers.contains("nonisolated")
                || actor.map { $0 != "MainActor" } ?? false
        }
        guard isOutside, located.inheritsIsolation, depth < WorkBudget.maximumDepth else { return isOutside }
        // A type inherits the actor of its parents, wherever it is nested.
        let required = located.declaration.genericRequirements.filter {
            $0.relation == .conforms && $0.left == .named("Self")
        }
        for parent in located.declaration.inherited + required.map(\.right) where budget.spend() {
            guard let path = parent.bare.namePath, let found = locate(path, from: located),
                found.module == located.module, [.protocol, .class].contains(found.declaration.kind)
            else { continue }
            if !isOutsideOfDefault(found, depth: depth + 1) { return false }
        }
        return true
    }

    /// True for a protocol of the mocked type's module, other than the type itself, that is on the module's default actor
    /// if there is one: no protocol for actors is.
    mutating func isOnDefaultActor(_ contributor: Contributor) -> Bool {
        let located = contributor.located
        return located.declaration.kind == .protocol && located.module == result.type.module
            && located.declaration.qualifiedName != result.declaration.qualifiedName
            && contributor.globalActor == nil && !contributor.knownParents.contains("Actor")
            && !isOutsideOfDefault(located)
    }

    /// The types that contain the declaration, outermost first, as far as they are known.
    func outerTypes(of located: LocatedType) -> [TypeDeclaration] {
        let enclosing = located.declaration.enclosing
        return enclosing.indices.compactMap { depth in
            lookup.types(named: enclosing[depth]).first {
                $0.module == located.module && $0.declaration.enclosing == Array(enclosing[..<depth])
            }?.declaration
        }
    }

    /// Before Swift 6, a protocol does not inherit the actor of one that it refines, but the inherited members do. A
    /// subclass of a class on an actor inherits it nevertheless.
    mutating func stopInheritingActor(of located: LocatedType, from first: Int) {
        guard let actor = result.globalActor, result.superclass == nil,
            globalActor(located.declaration.attributes) == nil
        else { return }
        result.globalActor = nil
        result.optsOutOfActor = true
        for index in first..<result.members.count where result.members[index].actor == actor {
            result.members[index].member.isolate(to: actor, among: result.globalActors)
            result.members[index].actor = nil
        }
    }

    /// True if a class conforms to a protocol of another module that requires `Sendable`: then the module's default
    /// actor does not apply.
    func conformsOffActor(_ declaration: TypeDeclaration) -> Bool {
        declaration.inherited.contains { parent in
            guard let name = parent.bare.namePath?.last else { return false }
            return ["Error", "LocalizedError", "CustomNSError", "CodingKey"].contains(name)
        }
    }

    mutating func globalActor(_ attributes: [String]) -> String? {
        for attribute in attributes {
            let name = String(attribute.dropFirst())
            guard name.split(separator: ".").last?.first?.isUppercase == true, !name.contains("(") else { continue }
            if name == "MainActor" { return name }
            let simpleName = name.split(separator: ".").last.map(String.init) ?? name
            let isActor = lookup.types(named: simpleName).contains {
                $0.declaration.attributes.contains("@globalActor")
            }
            if isActor {
                result.globalActors.insert(name)
                return name
            }
        }
        return nil
    }
}

extension MemberDeclaration {
    /// Isolates the member to the actor, unless it states its isolation.
    mutating func isolate(to actor: String, among actors: Set<String>) {
        if isIsolationImplicit(among: actors) { attributes.append("@\(actor)") }
    }

    /// True if the member can be isolated but does not state its isolation.
    func isIsolationImplicit(among actors: Set<String>) -> Bool {
        switch kind {
        case .function, .property, .subscript, .initializer: break
        case .associatedType, .typealias, .other: return false
        }
        return !statesIsolation(among: actors) && !modifiers.contains("nonisolated")
    }

    /// True if the declaration states where it runs: `nonisolated(…)`, `@concurrent`, a global actor or an `isolated`
    /// parameter.
    func statesIsolation(among actors: Set<String>) -> Bool {
        modifiers.contains { $0.hasPrefix("nonisolated(") } || parameters.contains(where: \.type.isIsolated)
            || attributes.contains { actors.contains(String($0.dropFirst())) || $0 == "@concurrent" }
    }
}
