internal import MockModel

/// The place of the properties that record a member's calls.
struct SpyPlace: Hashable {
    let isStatic: Bool
    /// True if a lock guards them, because the member can be called from any thread.
    let isGuarded: Bool
    /// Behind the names of the lock and of what it guards: a number, if the mocked type has a member with such a name.
    var mark = ""
}

extension SpyPlace {
    init(of witness: Witness, mark: String = "") {
        self.mark = mark
        isStatic = witness.member.isStatic
        let scope = witness.scope
        let isShared = isStatic || scope.isSendable || scope.isActor
        if isShared, let actor = scope.resolved.globalActor {
            isGuarded = witness.actor != actor || witness.signature.traits.contains(.isolated)
        } else {
            isGuarded = isShared
        }
    }

    /// `static ` or empty.
    var modifier: String { isStatic ? "static " : "" }
    /// The prefix of the properties in code of the mock.
    var path: String { isGuarded ? "self.\(state)." : "self." }

    var type: String { isStatic ? "MockStaticState" : "MockState" }
    var state: String { (isStatic ? "mockStaticState" : "mockState") + mark }
    var storage: String { (isStatic ? "mockStaticStorage" : "mockStorage") + mark }
    var lock: String { (isStatic ? "mockStaticLock" : "mockLock") + mark }

    /// Returns the mark for a mock.
    static func mark(in scope: MemberScope) -> String {
        func isTaken(_ mark: String) -> Bool {
            [false, true].map { SpyPlace(isStatic: $0, isGuarded: true, mark: mark) }.contains { place in
                [place.state, place.storage, place.lock].contains(where: scope.nameCounts.contains)
            }
        }
        if !isTaken("") { return "" }
        var number = 2
        while isTaken("\(number)") { number += 1 }
        return "\(number)"
    }
}
