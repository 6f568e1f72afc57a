internal import MockModel

extension TypeResolver {
    /// Finds out what the members mention, and what that is.
    mutating func collectMentions() {
        var contributor: Contributor?
        for index in result.members.indices {
            let origin = result.members[index].origin.located
            if contributor?.located !== origin { contributor = self.contributor(at: origin) }
            contributor?.mentions.add(result.members[index].member, at: index)
        }
        for contributor in declaredContributors {
            contributor.mentions.look { locate($0, from: contributor.located) }
        }
        result.mentionsSelf = contributors.contains { $0.mentions.mentionsSelf }
    }

    /// Members that mention what is deprecated are deprecated in the mock, where nobody has to be warned of it again.
    mutating func deprecateMembers() {
        guard !(result.declaration.attributes + result.namespaceAttributes).contains(where: \.isDeprecation) else {
            return
        }
        for contributor in declaredContributors {
            let found = contributor.mentions.names.lazy.compactMap(\.found?.declaration)
            let names = Set(found.filter { $0.attributes.contains(where: \.isDeprecation) }.map(\.name))
            if names.isEmpty { continue }
            for index in contributor.mentions.members {
                let member = result.members[index].member
                let hidden = member.genericParameterNames
                guard !member.attributes.contains(where: \.isDeprecation),
                    !member.mentionedNames.isDisjoint(with: names.subtracting(hidden))
                else { continue }
                result.members[index].member.attributes.append("@available(*, deprecated)")
            }
        }
    }
}

extension String {
    fileprivate var isDeprecation: Bool { hasPrefix("@available") && contains("deprecated") }
}
