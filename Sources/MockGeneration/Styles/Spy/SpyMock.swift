internal import MockModel

/// All decisions about one spy, as values; `+Text` files only print them.
struct SpyMock {
    let conformance: Conformance
    let words: SpyWords
    /// ``SpyPlace/mark``
    let mark: String
    /// In the order of the conformance's witnesses.
    let members: [SpyMember]

    /// True if members of a side are guarded by its lock.
    func isGuarded(isStatic: Bool) -> Bool {
        members.contains { $0.place == place(isStatic: isStatic) && !$0.slots.isEmpty }
    }

    /// The place of the properties that a lock guards.
    func place(isStatic: Bool) -> SpyPlace { SpyPlace(isStatic: isStatic, isGuarded: true, mark: mark) }

    var imports: [ImportDeclaration] {
        let isGuarded = isGuarded(isStatic: false) || isGuarded(isStatic: true)
        return (isGuarded ? [ImportDeclaration(kind: "class", path: "Foundation.NSLock")] : [])
            + (hasVerifications ? SpyVerification.imports : [])
            + (usesHamcrest ? [SpyVerification.hamcrestImport] : [])
    }

    var hasVerifications: Bool { members.contains { $0.verification != nil } }
    var usesHamcrest: Bool { members.contains { $0.verification?.usesHamcrest == true } }

    /// `nonisolated `, or empty where the compiler warns of it.
    var initializerIsolation: String { conformance.keyword == "actor" ? "" : "nonisolated " }

    /// True if the protocol requires an initializer without parameters.
    var requiresPlainInitializer: Bool {
        conformance.witnesses.contains { $0.member.isInitializer && $0.signature.parameters.isEmpty }
    }
}
