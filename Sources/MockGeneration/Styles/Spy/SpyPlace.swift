internal import MockModel

/// The place of the properties that record a member's calls.
struct SpyPlace: Hashable {
    let isStatic: Bool
    /// True if a lock guards them, because the member can be called from any thread.
    let isGuarded: Bool
}

extension SpyPlace {
    init(of witness: Witness) {
        isStatic = witness.member.isStatic
        let scope = witness.scope
        let isOnActorOfMock =
            scope.resolved.globalActor != nil && witness.actor == scope.resolved.globalActor
            && !witness.signature.traits.contains(.isolated)
        isGuarded = !isOnActorOfMock && (isStatic || scope.resolved.isActor || scope.isSendable)
    }

    /// `static ` or empty.
    var modifier: String { isStatic ? "static " : "" }
    /// The prefix of the properties in code of the mock.
    var path: String { isGuarded ? "self.\(state)." : "self." }

    var type: String { isStatic ? "MockStaticState" : "MockState" }
    var state: String { isStatic ? "mockStaticState" : "mockState" }
    var storage: String { isStatic ? "mockStaticStorage" : "mockStorage" }
    var lock: String { isStatic ? "mockStaticLock" : "mockLock" }
}
