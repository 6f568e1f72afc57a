internal import MockModel

// Restated requirements, from which associated types can be inferred.
extension TypeResolver {
    /// Infers associated types from a property that a refining protocol redeclares with another type.
    mutating func match(_ type: TypeExpression, _ other: TypeExpression, among associated: Set<String>) {
        switch (type, other) {
        case (.optional(let inner), .optional(let otherInner)), (.array(let inner), .array(let otherInner)):
            match(inner, otherInner, among: associated)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            match(key, otherKey, among: associated)
            match(value, otherValue, among: associated)
        default:
            for (side, other) in [(type, other), (other, type)] {
                guard let name = side.selfAssociatedTypeName, associated.contains(name), result.fixedTypes[name] == nil,
                    other.mentionedNames.isDisjoint(with: [name, "Self"])
                else { continue }
                return result.fixedTypes[name] = other
            }
        }
    }

    /// Requires the slices or indices of a collection if a `where` clause names their type. The library implements
    /// them for its own types only.
    mutating func requirePartsOfCollections() {
        func conforms(to name: String) -> Bool {
            contributors.first(named: name) { $0.isOfStandardLibrary } != nil
        }
        guard !statedRequirements.isEmpty, conforms(to: "Collection") || conforms(to: "MutableCollection") else {
            return
        }
        for name in ["SubSequence", "Indices"] {
            let isNamed = statedRequirements.lazy.map(\.requirement).contains { requirement in
                let sides = [requirement.left, requirement.right]
                // `Slice<Self>` is the library's own.
                return requirement.relation == .equals && sides.contains { $0.selfAssociatedTypeName == name }
                    && !sides.contains { $0.selfAssociatedTypeName != name && $0.mentions("Self") }
            }
            let isMutable = name == "SubSequence" && conforms(to: "MutableCollection")
            let part = standardType("\(isMutable ? "Mutable" : "")CollectionWith\(name)")
            if isNamed, let part { visit(part) }
        }
    }

    /// The type that the sequence's own iterator implies for `Element` or `Failure`.
    func iteratorType(_ name: String) -> TypeExpression? {
        guard ["Element", "Failure"].contains(name) else { return nil }
        let iterator = ["Iterator", "AsyncIterator"].first { result.fixedTypes[$0] != nil }
        let isInferable = name == "Element" || iterator == "AsyncIterator"
        return isInferable ? iterator.map { .member(of: .named($0), name, arguments: []) } : nil
    }

    /// Finds iterators of library sequences that must satisfy more than `IteratorProtocol` or `AsyncIteratorProtocol`.
    /// They stay generic parameters of the mock, and determine `Element` and `Failure`.
    mutating func openIterators() -> [String] {
        let names = ["Iterator", "AsyncIterator"].filter {
            result.fixedTypes[$0] == nil && hasFurtherRequirements(of: $0)
        }
        for name in names {
            for inferred in name == "Iterator" ? ["Element"] : ["Element", "Failure"] {
                let type = TypeExpression.member(of: .named(name), inferred, arguments: [])
                if let fixed = result.fixedTypes[inferred] {
                    result.genericRequirements.append(
                        GenericRequirement(left: type, relation: .equals, right: fixed))
                } else {
                    result.fixedTypes[inferred] = type
                }
            }
        }
        return names
    }

    private func hasFurtherRequirements(of iterator: String) -> Bool {
        func isFurtherRequirement(_ type: TypeExpression) -> Bool {
            !["IteratorProtocol", "AsyncIteratorProtocol"].contains(type.namePath?.last)
        }
        let isConstrained = result.genericRequirements.contains {
            $0.relation == .conforms && $0.left.selfAssociatedTypeName == iterator && isFurtherRequirement($0.right)
        }
        return result.members.contains { member in
            guard member.origin.isBuiltIn, case .associatedType(let associated) = member.member.kind,
                associated.name == iterator
            else { return false }
            return isConstrained || associated.inherited.contains(where: isFurtherRequirement)
        }
    }

    /// The type of the user's own `id`, unless that is `ID` again.
    var declaredIdentityType: TypeExpression? {
        for resolved in result.members where resolved.member.displayName == "id" && !resolved.origin.isBuiltIn {
            if let type = resolved.member.result, !type.contains(where: { $0.selfAssociatedTypeName == "ID" }) {
                return type
            }
        }
        return nil
    }
}
