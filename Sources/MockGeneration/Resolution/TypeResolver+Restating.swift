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
                    !other.mentions(name)
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
        let iterator = ["Iterator", "AsyncIterator"].first { result.fixedTypes[$0] != nil && !isSelf($0) }
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
        if names.contains("AsyncIterator") {
            let failure = TypeExpression.member(of: .named("AsyncIterator"), "Failure", arguments: [])
            result.genericRequirements += restatedConstraintsOfFailure.map {
                GenericRequirement(left: failure, relation: .conforms, right: $0)
            }
        }
        return names
    }

    /// The protocols that the `Failure` of an asynchronous sequence has to conform to, and `any Error` does not.
    var restatedConstraintsOfFailure: [TypeExpression] {
        result.members.filter { $0.member.associatedTypeName == "Failure" }
            .flatMap(\.member.constraintsOfAssociatedType).filter(Self.excludesErrors)
    }

    /// True if the user requires more of an associated type of the library than each type that the library proposes
    /// fulfils. The error of a sequence is that of its iterator.
    ///
    /// - Parameter origin: the library's declaration.
    func isConstrained(_ associated: AssociatedTypeDeclaration, _ origin: MemberOrigin) -> Bool {
        if associated.name == "Failure" { return false }
        let known = origin.located.declaration.members[origin.memberIndex].constraintsOfAssociatedType
        let required = result.genericRequirements.lazy.filter {
            $0.relation == .conforms && $0.left.selfAssociatedTypeName == associated.name
        }
        return (associated.inherited + required.map(\.right)).contains {
            !known.contains($0) && $0.namePath.map { !Self.protocolsOfProposals.contains($0[$0.count - 1]) } ?? true
        }
    }

    private static let protocolsOfProposals: Set = [
        "Equatable", "Hashable", "Comparable", "Sendable", "Codable", "Decodable", "Encodable", "IteratorProtocol",
        "AsyncIteratorProtocol",
    ]

    /// True if `any Error` does not conform to the protocol.
    private static func excludesErrors(_ type: TypeExpression) -> Bool {
        !["Error", "Sendable", "SendableMetatype"].contains(type.namePath?.last)
    }

    /// The stream whose iterator the mock of an asynchronous sequence has. Tests can make streams that throw `any Error`, and
    /// streams that throw nothing; the library has no others.
    func streamIterator(_ proposed: TypeExpression) -> TypeExpression {
        guard result.fixedTypes["Failure"]?.bare.namePath?.last == "Never" else { return proposed }
        return proposed.replacing { part in
            guard case .named("AsyncThrowingStream", let arguments) = part else { return nil }
            return .named("AsyncStream", arguments: Array(arguments.prefix(1)))
        }
    }

    /// True if neither `any Error` nor `Never` is the error of the asynchronous sequence.
    private var isFailureTyped: Bool {
        guard let failure = result.fixedTypes["Failure"]?.bare else { return false }
        let named = if case .any(let base) = failure { base } else { failure }
        return !["Error", "Never"].contains(named.namePath?.last)
    }

    /// True if `any Error`, which the library's iterator throws, cannot be the error of the asynchronous sequence.
    private var isFailureConstrained: Bool {
        !restatedConstraintsOfFailure.isEmpty || isFailureTyped
            || result.genericRequirements.contains {
                $0.relation == .conforms && $0.left.selfAssociatedTypeName == "Failure"
                    && Self.excludesErrors($0.right)
            }
    }

    private func hasFurtherRequirements(of iterator: String) -> Bool {
        func isFurtherRequirement(_ type: TypeExpression) -> Bool {
            !["IteratorProtocol", "AsyncIteratorProtocol"].contains(type.namePath?.last)
        }
        let isConstrained =
            iterator == "AsyncIterator" && isFailureConstrained
            || result.genericRequirements.contains {
                $0.relation == .conforms && $0.left.selfAssociatedTypeName == iterator
                    && isFurtherRequirement($0.right)
            }
        return result.members.contains { member in
            guard member.origin.isBuiltIn, case .associatedType(let associated) = member.member.kind,
                associated.name == iterator
            else { return false }
            return isConstrained || associated.inherited.contains(where: isFurtherRequirement)
        }
    }

    /// Fixes or removes `ID` and `id`. Every object has an `id`, and a property of the user's protocol gives its type;
    /// only `where ID == …` requires more.
    mutating func resolveIdentity() {
        let own = result.members.contains { !$0.origin.isBuiltIn && $0.member.displayName == "id" }
        let identity = result.members.first { $0.origin.isBuiltIn && $0.member.displayName == "ID" }
        let isDeclared = result.members.contains { $0.member.associatedTypeName == "ID" && !$0.origin.isBuiltIn }
        // A type that must satisfy more than `Hashable` is chosen by the user of the mock.
        let hasFurtherRequirements =
            identity.map { !$0.member.constraintsOfAssociatedType.allSatisfy { $0 == .named("Hashable") } } ?? false
            || result.genericRequirements.contains {
                $0.relation == .conforms && $0.left.selfAssociatedTypeName == "ID"
            }
        guard own || !isDeclared && !hasFurtherRequirements && result.fixedTypes["ID"] == nil else { return }
        let isMentioned = result.members.contains { resolved in
            !resolved.origin.isBuiltIn
                && resolved.member.signatureContains { $0.contains { $0.selfAssociatedTypeName == "ID" } }
        }
        // The compiler does not always infer a type that is declared again.
        let isRestated = declaredContributors.contains {
            !$0.isOfStandardLibrary && $0.located.declaration.localTypeNames.contains("ID")
        }
        if identity != nil, isMentioned || isRestated {
            result.fixedTypes["ID"] =
                declaredIdentityType ?? .member(of: .named("Swift"), "ObjectIdentifier", arguments: [])
        }
        let dropped = isMentioned || isRestated ? ["id"] : ["id", "ID"]
        result.members.removeAll { $0.origin.isBuiltIn && dropped.contains($0.member.displayName) }
    }

    /// The type of the user's own `id`, unless that is `ID` again.
    private var declaredIdentityType: TypeExpression? {
        for resolved in result.members where resolved.member.displayName == "id" && !resolved.origin.isBuiltIn {
            if let type = resolved.member.result, !type.contains(where: { $0.selfAssociatedTypeName == "ID" }) {
                return type
            }
        }
        return nil
    }
}

extension MemberDeclaration {
    /// The protocols after the colon of an associated type.
    var constraintsOfAssociatedType: [TypeExpression] {
        if case .associatedType(let associated) = kind { associated.inherited } else { [] }
    }
}
