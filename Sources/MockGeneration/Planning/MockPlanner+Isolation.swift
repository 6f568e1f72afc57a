internal import MockModel

// Where the mock and its members stand among actors.
extension ResolvedType {
    /// Puts the type where the module's default isolation does; an actor is left out of that.
    mutating func isolate(byDefault isMainActor: Bool) {
        if isMainActor, globalActor == nil, !isActor, !isNonisolated { globalActor = "MainActor" }
    }

    /// What a `nonisolated` protocol inherits from those of its module is on the main actor nevertheless.
    private mutating func leaveMainActor() {
        for index in members.indices where members[index].isolation == .unspoken {
            members[index].member.makeNonisolated(unless: globalActors)
            members[index].isElsewhere = true
        }
    }

    /// Requirements of protocols that are on no actor have to be met from anywhere.
    mutating func free(defaultIsMainActor: Bool) {
        guard globalActor != nil || isActor else {
            if defaultIsMainActor, isNonisolated, !isClass { leaveMainActor() }
            return
        }
        let free: MemberIsolation = defaultIsMainActor && globalActor == "MainActor" ? .none : .unspoken
        for (index, member) in members.enumerated() {
            guard member.isolation <= free || member.actor.map({ $0 != globalActor }) ?? false else { continue }
            // An actor's initializer is on no actor anyway.
            if isActor, member.member.isInitializer { continue }
            members[index].member.makeNonisolated(unless: globalActors)
            let actor = member.actor ?? (defaultIsMainActor && member.isolation == .unspoken ? "MainActor" : nil)
            members[index].isElsewhere = actor.map { $0 != globalActor } ?? false
            members[index].isNarrowed = member.isNarrowed || member.isRestated
        }
    }
}

extension MemberDeclaration {
    fileprivate mutating func makeNonisolated(unless actors: Set<String>) {
        switch kind {
        case .function, .property, .subscript, .initializer: break
        case .associatedType, .typealias, .other: return
        }
        let hasActor = attributes.contains { actors.contains(String($0.dropFirst())) || $0 == "@concurrent" }
        let isIsolated =
            modifiers.contains { $0.hasPrefix("nonisolated") }
            || parameters.contains(where: \.type.isIsolated)
        if !hasActor, !isIsolated { modifiers.insert("nonisolated", at: 0) }
    }
}
