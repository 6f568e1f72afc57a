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

    /// Lets `async` members run where their caller does if those of their module do and those of the mock's do not. The
    /// other way round that is not necessary: what runs there can stand for what runs anywhere.
    mutating func runAsyncMembersWithCaller() {
        let isIsolated = globalActor != nil || isActor
        for index in members.indices where members[index].origin.located.asyncDefault == .caller {
            members[index].member.runWithCaller(unless: globalActors, orNotNonisolated: isIsolated)
        }
    }
}

extension ResolvedMember {
    /// Runs on any thread, which need not be the default in the mock's module.
    var isConcurrent: Bool {
        guard member.isAsync else { return false }
        return member.attributes.contains("@concurrent")
            || origin.located.asyncDefault == .concurrent && !member.modifiers.contains("nonisolated(nonsending)")
    }
}

extension MemberDeclaration {
    /// - Parameter isIsolated: the member is on its type's actor unless it says otherwise.
    fileprivate mutating func runWithCaller(unless actors: Set<String>, orNotNonisolated isIsolated: Bool) {
        guard isAsync, !saysWhereItRuns(among: actors), !isIsolated || modifiers.contains("nonisolated") else { return }
        modifiers.removeAll { $0 == "nonisolated" }
        modifiers.insert("nonisolated(nonsending)", at: 0)
    }

    fileprivate var isAsync: Bool {
        switch kind {
        case .function(let function): function.effects.isAsync
        case .property(let property): property.accessors.getEffects.isAsync
        case .subscript(let declaration): declaration.accessors.getEffects.isAsync
        case .initializer(let initializer): initializer.effects.isAsync
        case .associatedType, .typealias, .other: false
        }
    }

    fileprivate mutating func makeNonisolated(unless actors: Set<String>) {
        if isUnspoken(among: actors) { modifiers.insert("nonisolated", at: 0) }
    }
}
