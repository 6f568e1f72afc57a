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
        for resolved in result.members {
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

    /// Takes out functions without parameters that have the name of a property: no type can declare both. An extension of
    /// a protocol can.
    private mutating func removeNamesakesOfProperties() {
        let properties = Set(result.members.lazy.filter(\.member.isProperty).map(\.member.sideName))
        guard !properties.isEmpty else { return }
        let isNamesake = { (resolved: ResolvedMember) in
            guard case .function(let function) = resolved.member.kind, function.parameters.isEmpty else { return false }
            return properties.contains(String(resolved.member.sideName.dropLast("()".count)))
        }
        let namesakes = result.members.filter(isNamesake)
        guard !namesakes.isEmpty else { return }
        result.members.removeAll(where: isNamesake)
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
