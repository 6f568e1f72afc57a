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
}
