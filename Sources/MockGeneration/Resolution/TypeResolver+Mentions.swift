internal import MockModel

extension TypeResolver {
    /// Collects the names that the members mention, and resolves them.
    mutating func collectMentions() {
        var contributor: Contributor?
        for index in result.members.indices {
            let origin = result.members[index].origin.located
            if contributor?.located !== origin { contributor = self.contributor(at: origin) }
            contributor?.mentions.add(result.members[index].member, at: index)
        }
        for contributor in declaredContributors {
            contributor.mentions.locateNames { locate($0, from: contributor.located) }
        }
        if result.isClass { forgetIncompleteTypes() }
        if result.type.isMainActorByDefault { noteConstrainedGenerics() }
        result.mentionsSelf = contributors.contains { $0.mentions.mentionsSelf }
    }

    private mutating func noteConstrainedGenerics() {
        for mention in declaredContributors.lazy.flatMap(\.mentions.names) {
            guard let found = mention.found?.declaration, !found.genericParameters.isEmpty else { continue }
            if !found.genericRequirements.isEmpty || found.genericParameters.contains(where: { $0.constraint != nil }) {
                result.constrainedGenerics.insert(mention.name)
            }
        }
    }

    /// Removes the inferred types of properties that are generic types without arguments: in `var box = Box(1)` they
    /// follow from the value.
    private mutating func forgetIncompleteTypes() {
        for contributor in declaredContributors {
            let declaration = contributor.located.declaration
            let scope = declaration.enclosing + [declaration.name]
            let generics = contributor.mentions.names.lazy.filter {
                $0.found?.declaration.genericParameters.isEmpty == false && !scope.contains($0.name)
            }
            let names = Set(generics.map(\.name))
            let paths = contributor.mentions.paths.filter {
                locate($0, from: contributor.located)?.declaration.genericParameters.isEmpty == false
            }
            if names.isEmpty, paths.isEmpty { continue }
            for index in contributor.mentions.members {
                guard case .property(var property) = result.members[index].member.kind, let type = property.type,
                    budget.spend(type.partCount)
                else { continue }
                var isIncomplete = false
                type.visit { part in
                    switch part {
                    case .named(let name, let arguments):
                        if arguments.isEmpty, names.contains(name) { isIncomplete = true }
                    case .member(_, _, let arguments):
                        if arguments.isEmpty, let path = part.namePath, paths.contains(path) { isIncomplete = true }
                    default: break
                    }
                }
                guard isIncomplete else { continue }
                property.type = nil
                result.members[index].member.kind = .property(property)
            }
        }
    }

    /// Marks members that mention deprecated types as deprecated in the mock. The warning would be useless there, and
    /// callers mention the type themselves.
    mutating func deprecateMembers() {
        guard
            (result.declaration.attributes + result.namespaceAttributes).lazy.compactMap({
                Availability($0)?.deprecation
            }).isEmpty
        else {
            return
        }
        for contributor in declaredContributors {
            var deprecations: [String: String] = [:]
            for found in contributor.mentions.names.lazy.compactMap(\.found?.declaration) {
                deprecations[found.name] = found.attributes.lazy.compactMap { Availability($0)?.deprecation }.first
            }
            if deprecations.isEmpty { continue }
            for index in contributor.mentions.members {
                let member = result.members[index].member
                let names = member.mentionedNames.subtracting(member.genericParameterNames)
                guard let name = names.filter({ deprecations[$0] != nil }).min(), let deprecation = deprecations[name],
                    !member.attributes.contains(where: { Availability($0)?.deprecation != nil })
                else { continue }
                result.members[index].member.attributes.append(deprecation)
            }
        }
    }
}
