internal import MockModel

// The isolation of the mock and its members.
extension ResolvedType {
    /// Applies the module's default isolation to the type, unless it is an actor.
    mutating func isolate(byDefault isMainActor: Bool) {
        if isMainActor, globalActor == nil, !isActor, !isNonisolated { globalActor = "MainActor" }
    }

    /// The actor of the superclass, or of a class above it, which may follow from the module's default.
    func superclassActor(defaultIsMainActor: Bool) -> String? {
        superclassActor ?? (defaultIsMainActor && hasImplicitSuperclassIsolation ? "MainActor" : nil)
    }

    /// Makes members that a `nonisolated` protocol inherits from protocols of its module nonisolated. Those protocols
    /// are on the main actor by default, so such members cannot be forwarded. Members of a superclass stay on it.
    private mutating func makeInheritedMembersNonisolated() {
        for index in members.indices {
            // The mock is on the actor of its superclass.
            if superclass != nil, !members[index].isOverride {
                members[index].member.makeNonisolated(unless: globalActors)
            }
            guard members[index].isolation == .implicit else { continue }
            if members[index].isOverride {
                members[index].member.isolate(to: "MainActor", among: globalActors)
                continue
            }
            members[index].member.makeNonisolated(unless: globalActors)
            members[index].isOnOtherActor = true
        }
    }

    /// Makes requirements of nonisolated protocols, and of protocols on another actor, nonisolated.
    mutating func makeForeignMembersNonisolated(defaultIsMainActor: Bool) {
        guard globalActor != nil || isActor else {
            if defaultIsMainActor, isNonisolated, !isClass { makeInheritedMembersNonisolated() }
            return
        }
        defer { if !isClass, declaration.modifiers.contains("nonisolated") { stateActorOfMembers() } }
        let nonisolatedUpTo: MemberIsolation = defaultIsMainActor && globalActor == "MainActor" ? .none : .implicit
        for (index, member) in members.enumerated() {
            guard member.isolation <= nonisolatedUpTo || member.actor.map({ $0 != globalActor }) ?? false else {
                continue
            }
            // An actor's initializer is nonisolated anyway.
            if isActor, member.member.isInitializer { continue }
            members[index].member.makeNonisolated(unless: globalActors)
            let actor = member.actor ?? (defaultIsMainActor && member.isolation == .implicit ? "MainActor" : nil)
            members[index].isOnOtherActor = actor.map { $0 != globalActor } ?? false
            members[index].isNarrowed = member.isNarrowed || member.isRestated
        }
    }

    /// The mock of a nonisolated protocol is on the actor of a parent in another module, and the compiler infers that its
    /// members are not. Those that a nonisolated protocol declares are not indeed.
    private mutating func stateActorOfMembers() {
        guard let globalActor else { return }
        for index in members.indices {
            if members[index].origin.located.declaration.modifiers.contains("nonisolated") {
                members[index].member.makeNonisolated(unless: globalActors)
            } else {
                members[index].member.isolate(to: globalActor, among: globalActors)
            }
        }
    }

    /// Marks `async` members `nonisolated(nonsending)` if that is the default of their module but not of the mock's.
    /// The opposite case needs nothing: a witness that runs with its caller satisfies a requirement that runs anywhere.
    mutating func runAsyncMembersWithCaller() {
        let isIsolated = globalActor != nil || isActor
        for index in members.indices where members[index].origin.located.asyncDefault == .caller {
            members[index].member.runWithCaller(unless: globalActors, orNotNonisolated: isIsolated)
        }
    }
}

extension ResolvedMember {
    /// True if the member runs on any thread, which may differ from the default of the mock's module.
    var isConcurrent: Bool {
        guard member.effects.isAsync else { return false }
        return member.attributes.contains("@concurrent")
            || origin.located.asyncDefault == .concurrent && !member.modifiers.contains("nonisolated(nonsending)")
    }
}

extension MemberDeclaration {
    /// - Parameter isIsolated: true if the member is on its type's actor by default.
    fileprivate mutating func runWithCaller(unless actors: Set<String>, orNotNonisolated isIsolated: Bool) {
        guard effects.isAsync, !statesIsolation(among: actors), !isIsolated || modifiers.contains("nonisolated") else {
            return
        }
        modifiers.removeAll { $0 == "nonisolated" }
        modifiers.insert("nonisolated(nonsending)", at: 0)
    }

    fileprivate mutating func makeNonisolated(unless actors: Set<String>) {
        if isIsolationImplicit(among: actors) { modifiers.insert("nonisolated", at: 0) }
    }
}
