internal import MockModel

// Requirements that no class can fulfil together, although the compiler accepts the protocol.
extension TypeResolver {
    mutating func findContradictions() {
        for restated in restatedTypes where contradicts(restated) { result.contradictions.append(restated) }
        for equal in equalAliases where isAnyObject(equal) { result.contradictions.append(equal) }
        findClassesThatAreValues()
        if overloads.mayHaveAny, !result.isClass { removeNamesakesOfProperties() }
    }

    /// True if no property has both types. The compiler does not accept `Int?` where `Int!` is required, nor the other way
    /// round.
    private mutating func contradicts(_ restated: RestatedType) -> Bool {
        func isUnwrapped(_ type: TypeExpression) -> Bool { if case .implicitlyUnwrapped = type { true } else { false } }
        return isUnwrapped(restated.type) != isUnwrapped(restated.other) || !areEqual(restated.type, restated.other)
    }

    /// True if an associated type has to be `AnyObject` itself, which the compiler (6.3.1) takes for another one than
    /// `typealias Value = AnyObject`.
    private func isAnyObject(_ equal: RestatedType) -> Bool {
        let associated = result.associatedTypeNames
        return [(equal.type, equal.other), (equal.other, equal.type)].contains { target, other in
            target == .named("AnyObject") && other.selfAssociatedTypeName.map(associated.contains) ?? false
        }
    }

    /// Finds associated types that have to be classes and are fixed to a type of the library that is none.
    private mutating func findClassesThatAreValues() {
        if result.fixedTypes.isEmpty { return }
        for index in result.members.indices where result.members[index].member.isAssociatedType {
            let resolved = result.members[index]
            guard case .associatedType(let associated) = resolved.member.kind,
                result.fixedTypes[associated.name] != nil,
                let anyClass = associated.inherited.first(where: { $0.namePath?.last == "AnyObject" }),
                case .named(let name, _) = spellingFree(.named(associated.name), [:]),
                StandardLibraryNames.isConcrete(name)
            else { continue }
            result.contradictions.append(
                RestatedType(
                    name: associated.name, type: anyClass, other: .named(name), origin: resolved.origin))
        }
    }

    /// True for a function without parameters that has the name of a property.
    private func isNamesake(_ member: MemberDeclaration) -> Bool {
        guard case .function(let function) = member.kind, function.parameters.isEmpty else { return false }
        return result.members.contains { other in
            guard case .property(let property) = other.member.kind else { return false }
            return property.name == function.name && other.member.isStatic == member.isStatic
        }
    }

    /// Takes out functions without parameters that have the name of a property: no type can declare both. An extension of
    /// a protocol can.
    private mutating func removeNamesakesOfProperties() {
        let indices = result.members.indices.filter { isNamesake(result.members[$0].member) }
        guard !indices.isEmpty else { return }
        let namesakes = indices.map { result.members[$0] }
        for index in indices.reversed() { result.members.remove(at: index) }
        let extensions = declaredContributors.map(\.located).filter { $0.declaration.kind == .protocol }
            .flatMap { lookup.extensions(of: $0) }
        for resolved in namesakes {
            let isImplemented = extensions.contains { declaration in
                declaration.members.contains {
                    $0.displayName == resolved.member.displayName && $0.isStatic == resolved.member.isStatic
                }
            }
            result.namesakesOfProperties.append(Namesake(member: resolved, isImplemented: isImplemented))
        }
    }
}
