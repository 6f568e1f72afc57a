internal import MockModel

// The actor that a witness runs on.
extension Witness {
    var isNonisolated: Bool { member.isNonisolated }

    /// The global actor that the member's own attributes name.
    var declaredActor: String? {
        if member.attributes.isEmpty { return nil }
        return member.attributes.lazy.map { String($0.dropFirst()) }.first { scope.resolved.globalActors.contains($0) }
    }

    /// The global actor that the member is isolated to.
    var actor: String? {
        // Most types have none.
        if scope.resolved.globalActor == nil, member.attributes.isEmpty { return nil }
        return isNonisolated ? nil : declaredActor ?? scope.resolved.globalActor
    }

    /// The actor that a closure which replaces the member runs on; `nil` if it runs on none, or if no closure that is
    /// isolated to an actor can replace the member: it sends a value, has an `isolated` parameter, is `@concurrent` or
    /// has a pack.
    func closureActor(_ signature: SignaturePlan) -> String? {
        guard let actor else { return nil }
        let isExcluded =
            signature.isSendingResult || member.attributes.contains("@concurrent")
            || signature.traits.union(self.signature.traits).containsAny(of: [.sending, .pack, .tupleOfPack, .isolated])
        return isExcluded ? nil : actor
    }

    /// The attribute of a closure that replaces the member: `@Sendable`, `@MainActor` or none.
    func closureAttribute(_ signature: SignaturePlan) -> String? {
        closureActor(signature).map { "@\($0)" } ?? (scope.isSendable ? "@Sendable" : nil)
    }
}
