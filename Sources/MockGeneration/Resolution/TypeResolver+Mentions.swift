internal import MockModel

extension TypeResolver {
    /// Finds out what the members mention, and what that is.
    mutating func collectMentions() {
        var contributor: Contributor?
        for (index, resolved) in result.members.enumerated() {
            if contributor?.located !== resolved.origin.located {
                contributor = self.contributor(at: resolved.origin.located)
            }
            contributor?.mentions.add(resolved.member, at: index)
        }
        for contributor in declaredContributors {
            contributor.mentions.look { locate($0, from: contributor.located) }
        }
    }
}
