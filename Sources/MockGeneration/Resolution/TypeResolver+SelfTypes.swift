internal import MockModel

// Associated types that are the conforming type itself: `where Value == Self`, and the iterator of a sequence that is its
// own one.
extension TypeResolver {
    /// True if an associated type is fixed to `Self`, by itself or through others.
    func isSelf(_ associated: String) -> Bool {
        var (name, passed) = (associated, Set([associated]))
        while let next = result.fixedTypes[name]?.selfAssociatedTypeName {
            if next == "Self" { return true }
            guard passed.insert(next).inserted, budget.spend() else { return false }
            name = next
        }
        return false
    }

    /// Visits the constraints of associated types that are `Self`, as parents: `Value: Hashable` requires `Hashable` of the
    /// mock then, and the compiler does not derive it.
    ///
    /// - Returns: True if a parent was new, so that there may be more requirements.
    mutating func visitConstraintsOfSelf(among associated: Set<String>) -> Bool {
        guard !result.isClass, result.fixedTypes.contains(where: { $0.value == .named("Self") }) else { return false }
        let names = associated.filter(isSelf)
        let declared = result.members.filter { $0.member.associatedTypeName.map(names.contains) ?? false }.flatMap {
            resolved in resolved.member.constraintsOfAssociatedType.map { ($0, resolved.origin.located) }
        }
        let stated = statedRequirements.filter { stated in
            stated.requirement.relation == .conforms
                && stated.requirement.left.selfAssociatedTypeName.map(names.contains) ?? false
        }.map { ($0.requirement.right, $0.scope.origin) }
        var isNew = false
        for (constraint, located) in declared + stated {
            for part in constraint.composed where isRequirement(part, of: located) {
                result.impliedParents.append(respelled(part, from: located))
                let known = result.members.count
                visitParent(part, of: located)
                for index in result.members.indices.dropFirst(known) { result.members[index].isImplied = true }
                isNew = true
            }
        }
        return isNew
    }

    /// True if a constraint is a protocol that the mock does not conform to otherwise.
    private func isRequirement(_ constraint: TypeExpression, of located: LocatedType) -> Bool {
        guard let path = constraint.bare.namePath, let name = path.last, !["AnyObject", "Any"].contains(name),
            !result.knownParents.contains(name), !result.impliedParents.contains(respelled(constraint, from: located))
        else { return false }
        if let found = locate(path, from: located) {
            return found.declaration.kind == .protocol && contributor(at: found) == nil
        }
        if KnownProtocol.isKnown(name) { return true }
        return standardType(name).map { contributor(at: $0) == nil } ?? false
    }

    /// Fixes the iterator of a sequence that is an iterator itself, as the library does: it is the object itself, so a loop
    /// over the mock gets the values of `next()`.
    mutating func fixOwnIterators() {
        for iterator in ["Iterator", "AsyncIterator"]
        where result.fixedTypes[iterator] == nil && isOwnIterator(iterator) {
            result.fixedTypes[iterator] = .named("Self")
        }
    }

    /// Takes out the requirements that give a sequence that is its own iterator an iterator.
    ///
    /// - Returns: The associated types that stay open.
    mutating func implementOwnIterators() -> [String] {
        for iterator in ["Iterator", "AsyncIterator"] where isSelf(iterator) && isOwnIterator(iterator) {
            let name = "make\(iterator)"
            result.members.removeAll { $0.member.displayName == "\(name)()" && !$0.member.isStatic }
            result.ownIterators.append(name)
        }
        let isErrorOpen = result.ownIterators.contains("makeAsyncIterator") && !restatedConstraintsOfFailure.isEmpty
        return isErrorOpen ? ["Failure"] : []
    }

    private func isOwnIterator(_ iterator: String) -> Bool {
        func conforms(to name: String) -> Bool {
            contributors.first(named: name) { $0.isOfStandardLibrary } != nil
        }
        let sequence = iterator == "Iterator" ? "Sequence" : "AsyncSequence"
        return conforms(to: sequence) && conforms(to: "\(iterator)Protocol") && !conforms(to: "Collection")
    }
}

extension TypeExpression {
    /// The type with `Element` in place of `Self.Element`.
    var withoutSelfQualifiers: TypeExpression {
        replacing { part in
            guard case .member(of: .named("Self", _), let name, let arguments) = part else { return nil }
            return .named(name, arguments: arguments.map(\.withoutSelfQualifiers))
        }
    }
}
