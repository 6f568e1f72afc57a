internal import MockModel

extension TypeResolver {
    /// Returns the names that the resolved type inherits from or mentions, each with the declaration it denotes there;
    /// `nil` for a name that no visible source declares.
    ///
    /// Resolution also looks up names to detect hiding; those are not included.
    package func usedNames() -> [String: LocatedType?] {
        var used: [String: LocatedType?] = [:]
        var seen: Set<LocatedType> = []
        var queue: [LocatedType] = []
        func use(_ path: [String], from origin: LocatedType) {
            guard let name = path.last, name != "Self", path.first != "Self" else { return }
            guard let found = locate(path, from: origin) else {
                if used[name] == nil { used[name] = .some(nil) }
                return
            }
            // The result describes this mock, so its own type is left out.
            guard !found.isSameDeclaration(as: result.type) else { return }
            used[name] = found
            if found.declaration.kind == .typealias, seen.insert(found).inserted { queue.append(found) }
        }
        for contributor in declaredContributors where !contributor.located.isCompiled {
            let (located, mentions) = (contributor.located, contributor.mentions)
            let own = memberTypeNames(of: located)
            for mention in mentions.names + mentions.actors where !own.contains(mention.name) {
                use([mention.name], from: located)
            }
            for path in mentions.paths where path.first.map(own.contains) == false { use(path, from: located) }
            for parent in located.declaration.inherited {
                Self.visitPaths(of: parent, except: own) { use($0, from: located) }
            }
        }
        while let alias = queue.popLast() {
            if let target = alias.declaration.aliased {
                let own = Set(alias.declaration.genericParameters.map(\.name))
                Self.visitPaths(of: target, except: own) { use($0, from: alias) }
            }
        }
        return used
    }

    /// Associated types, typealiases and generic parameters: names that denote no type of the project.
    private func memberTypeNames(of located: LocatedType) -> Set<String> {
        localNames.union(located.declaration.localTypeNames).union(
            located.declaration.genericParameters.map(\.name))
    }

    private static func visitPaths(
        of type: TypeExpression, except own: Set<String>, _ body: ([String]) -> Void
    ) {
        type.visit { part in
            if let path = part.namePath, let first = path.first, !own.contains(first) { body(path) }
        }
    }
}
