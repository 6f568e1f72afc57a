internal import MockModel

// Which actor a declaration is on, as far as it says so itself or by where it stands.
extension TypeResolver {
    /// What the declaration says about the actor of its requirements, its parents having been visited.
    mutating func isolation(of located: LocatedType) -> MemberIsolation {
        let isOwn = located.declaration.qualifiedName == result.declaration.qualifiedName
        guard !isOwn, result.globalActor == nil, !result.isActor else { return .declared }
        return located.module != result.type.module || isOutsideOfDefault(located) ? .none : .unspoken
    }

    /// Whether the declaration, which says nothing about actors, is on the main actor because all of its module is. Of
    /// the mocked type's own module the mock is told otherwise.
    mutating func isOnMainActorElsewhere(_ located: LocatedType) -> Bool {
        located.isMainActorByDefault && located.module != result.type.module && !isOutsideOfDefault(located)
    }

    /// Whether the module's default has no say: the declaration is `nonisolated`, or stands in one that is, or that is
    /// on an actor of its own.
    mutating func isOutsideOfDefault(_ located: LocatedType) -> Bool {
        if located.declaration.modifiers.contains("nonisolated") { return true }
        return outerTypes(of: located).contains { outer in
            let actor = globalActor(outer.attributes)
            return outer.kind == .actor || outer.modifiers.contains("nonisolated")
                || actor.map { $0 != "MainActor" } ?? false
        }
    }

    /// The types that the declaration is nested in, outermost first, as far as they are known.
    func outerTypes(of located: LocatedType) -> [TypeDeclaration] {
        let enclosing = located.declaration.enclosing
        return enclosing.indices.compactMap { depth in
            lookup.types(named: enclosing[depth]).first {
                $0.module == located.module && $0.declaration.enclosing == Array(enclosing[..<depth])
            }?.declaration
        }
    }

    /// Before Swift 6 a protocol is not on the actor of one that it refines; what it inherits is. Whoever inherits from a
    /// class on an actor is there all the same.
    mutating func stopInheritingActor(of located: LocatedType, from first: Int) {
        guard let actor = result.globalActor, result.superclass == nil,
            globalActor(located.declaration.attributes) == nil
        else { return }
        result.globalActor = nil
        result.leavesActor = true
        for index in first..<result.members.count where result.members[index].actor == actor {
            result.members[index].member.isolate(to: actor, among: result.globalActors)
            result.members[index].actor = nil
        }
    }

    /// Whether a class conforms to a protocol of another module that asks for `Sendable`: that takes it off the
    /// module's actor.
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
    /// Says which actor the member is on, unless it does already.
    fileprivate mutating func isolate(to actor: String, among actors: Set<String>) {
        if isUnspoken(among: actors) { attributes.append("@\(actor)") }
    }

    /// Whether the member runs somewhere and leaves it to others where.
    func isUnspoken(among actors: Set<String>) -> Bool {
        switch kind {
        case .function, .property, .subscript, .initializer: break
        case .associatedType, .typealias, .other: return false
        }
        return !saysWhereItRuns(among: actors) && !modifiers.contains("nonisolated")
    }

    /// Whether it says more than that it is on no actor, or that it is on one.
    func saysWhereItRuns(among actors: Set<String>) -> Bool {
        modifiers.contains { $0.hasPrefix("nonisolated(") } || parameters.contains(where: \.type.isIsolated)
            || attributes.contains { actors.contains(String($0.dropFirst())) || $0 == "@concurrent" }
    }
}
