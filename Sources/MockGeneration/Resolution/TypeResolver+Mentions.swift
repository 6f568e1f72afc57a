internal import MockModel

// The names that the mock's members mention. Many members mention the same few, so what a name means is found out once
// for each declaration that it is written in.
extension TypeResolver {
    struct Mentions {
        /// The declaration that the names are written in.
        var origin: LocatedType
        /// Places in `result.members`.
        var members: [Int] = []
        /// Names in signatures, but for those that mean something in the mock or the member itself.
        var names: [String] = []
        /// The same of attributes.
        var actors: [String] = []
    }

    /// The members of one declaration stand beside each other, but for those that another one states again.
    func mentions() -> [Mentions] {
        var mentions: [Mentions] = []
        var last: MemberOrigin?
        var local: Set<String> = []
        for (index, resolved) in result.members.enumerated() {
            if last?.isSameDeclaration(as: resolved.origin) != true {
                last = resolved.origin
                guard let origin = contributors[Self.key(resolved.origin)] else {
                    last = nil
                    continue
                }
                local = localNames(seenFrom: origin)
                mentions.append(Mentions(origin: origin))
            }
            let member = resolved.member
            let generic = member.genericParameters
            let place = mentions.count - 1
            mentions[place].members.append(index)
            func isForeign(_ name: String) -> Bool {
                name != "Self" && !(!local.isEmpty && local.contains(name)) && !generic.contains { $0.name == name }
            }
            member.visitNames { if isForeign($0) { mentions[place].names.appendIfMissing($0) } }
            for name in member.actorNames where isForeign(name) { mentions[place].actors.appendIfMissing(name) }
        }
        return mentions
    }
}

extension [String] {
    /// A mock mentions few names, so to look through them costs less than to hash each.
    mutating func appendIfMissing(_ name: String) {
        if !contains(name) { append(name) }
    }
}

extension MemberOrigin {
    fileprivate func isSameDeclaration(as other: MemberOrigin) -> Bool {
        path == other.path && type == other.type && conditions == other.conditions
    }
}

extension MemberDeclaration {
    /// Attributes that may name a global actor: `@KitchenActor`.
    fileprivate var actorNames: [String] {
        attributes.compactMap { attribute in
            let name = attribute.dropFirst().prefix { $0 != "(" && $0 != "." }
            return name.first?.isUppercase == true ? String(name) : nil
        }
    }
}
