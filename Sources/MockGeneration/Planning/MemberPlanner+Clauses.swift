internal import MockModel

// How tests speak about a member.
extension MemberPlanner {
    var clauseAttributes: [String] {
        member.attributes.filter { $0.hasPrefix("@available") }
            + (resolved.globalActor == "MainActor" && mentionsKeys ? ["@MainActor"] : [])
    }

    /// Where everything is on the main actor by default, the user's types are `Hashable` there only.
    private var mentionsKeys: Bool {
        scope.isMainActorByDefault
            && member.signatureContains { type in
                type.contains { part in
                    switch part {
                    case .named("Set", let arguments), .named("Dictionary", let arguments):
                        !(arguments.first?.isSurelySendable ?? true)
                    case .dictionary(let key, _): !key.isSurelySendable
                    default: false
                    }
                }
            }
    }
}
