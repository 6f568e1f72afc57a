internal import MockModel

// Types with two names in one signature: outside the protocol, the compiler accepts only one.
extension TypeResolver {
    /// Uses `Element == Int` to fix a type; returns false if it must remain a requirement.
    mutating func fix(_ requirement: GenericRequirement, among associated: Set<String>) -> Bool {
        guard budget.spend(1 + associated.count) else { return true }
        for (side, other) in [(requirement.left, requirement.right), (requirement.right, requirement.left)] {
            guard let name = side.selfAssociatedTypeName.map({ root(of: $0, among: associated) }),
                associated.contains(name)
            else { continue }
            if let otherName = other.selfAssociatedTypeName, associated.contains(otherName) {
                let otherRoot = root(of: otherName, among: associated)
                if otherRoot == name { return true }
                // A type that is already fixed determines the other one.
                let isOpen = result.fixedTypes[name] == nil || result.fixedTypes[otherRoot] != nil
                result.fixedTypes[isOpen ? name : otherRoot] = .named(isOpen ? otherName : name)
                return true
            }
            let other = other.withoutSelfQualifiers
            let names = other.mentionedNames
            // `T == U.Element` leaves both open unless `U` is fixed; `T == [U]` fixes `T`, and so does `T == Self`.
            let open = associated.subtracting(result.fixedTypes.keys)
            let isDependent = !names.isDisjoint(with: open) && other.namePath != nil && other.arguments.isEmpty
            guard !isDependent else { continue }
            // Choosing `U = [T]` already implies `T == U.Element`.
            if isChosen(name) || names.contains(where: { chosenTypes[$0]?.mentions(name) ?? false }) { return true }
            result.fixedTypes[name] = other
            return true
        }
        return false
    }

    private func isChosen(_ name: String) -> Bool { result.declaration.annotation?.typealiases[name] != nil }

    /// The associated type that all equal ones are fixed to.
    private func root(of name: String, among associated: Set<String>) -> String {
        var (root, passed) = (name, Set([name]))
        // Types that are fixed to each other in a cycle are an error in the user's source.
        while let next = result.fixedTypes[root]?.selfAssociatedTypeName, associated.contains(next),
            passed.insert(next).inserted, budget.spend()
        {
            root = next
        }
        return root
    }

    /// `Swift.Error`, for a mock that declares an `Error` of its own.
    static func libraryError(_ part: TypeExpression) -> TypeExpression? {
        part == .named("Error") ? .member(of: .named(standardModule), "Error", arguments: []) : nil
    }

    /// Replaces `func f<U>(_ u: U) where U == Element` by `func f(_ u: Element)`, as a conforming type must declare it.
    mutating func unifyGenerics() {
        guard !result.isClass else { return }
        for index in result.members.indices {
            let member = result.members[index].member
            let count = member.genericRequirements.count { $0.relation == .equals }
            guard count > 0, budget.spend(count, times: member.partCount) else { continue }
            result.members[index].member = member.withoutEqualGenerics(result.associatedTypeNames)
        }
    }

    /// Expands aliases such as `typealias Me = Self`: in a protocol they denote the conforming type, not the mock.
    mutating func expandAliasesOfSelf() {
        let aliases = memberAliases.filter { $0.value.target.mentions("Self") }
        guard !aliases.isEmpty else { return }
        for index in result.members.indices {
            // A generic parameter with the same name hides the alias, and a parent of its protocol does not see it.
            let hidden = result.members[index].member.genericParameterNames
            let visible = contributor(at: result.members[index].origin.located)?.visibleNames
            result.members[index].member = result.members[index].member.replacing { part in
                let own =
                    if case .member(of: .named("Self", _), let name, let arguments) = part {
                        TypeExpression.named(name, arguments: arguments)
                    } else {
                        part
                    }
                guard case .named(let name, let arguments) = own, let alias = aliases[name],
                    !(own == part && (hidden.contains(name) || visible?.contains(name) == false))
                else { return nil }
                return FunctionAlias(parameters: alias.genericParameters.map(\.name), target: alias.target)
                    .applied(to: arguments, budget)
            }
        }
    }
}

extension MemberDeclaration {
    /// The member with one name per type. `U == T.Element` may stay, because it is not a second name.
    fileprivate func withoutEqualGenerics(_ associated: Set<String>) -> MemberDeclaration {
        let names = associated.union(genericParameterNames)
        for requirement in genericRequirements where requirement.relation == .equals {
            for (side, other) in [(requirement.left, requirement.right), (requirement.right, requirement.left)] {
                guard case .named(let name, let arguments) = side, arguments.isEmpty,
                    genericParameters.contains(where: { $0.name == name && $0.specifier == nil }),
                    // Not `T == Self.T`, where a generic parameter hides the associated type.
                    let otherName = other.selfAssociatedTypeName, other != side, names.contains(otherName)
                else { continue }
                return removing(name, requirement).replacing { $0 == side ? other : nil }.withoutEqualGenerics(
                    associated)
            }
        }
        return self
    }

    /// The member without a generic parameter and the requirement that equates it.
    private func removing(_ name: String, _ requirement: GenericRequirement) -> MemberDeclaration {
        var member = self
        func update(_ parameters: inout [GenericParameter], _ requirements: inout [GenericRequirement]) {
            parameters.removeAll { $0.name == name }
            requirements.removeAll { $0 == requirement }
        }
        switch kind {
        case .function(var function):
            update(&function.genericParameters, &function.genericRequirements)
            member.kind = .function(function)
        case .subscript(var declaration):
            update(&declaration.genericParameters, &declaration.genericRequirements)
            member.kind = .subscript(declaration)
        case .initializer(var initializer):
            update(&initializer.genericParameters, &initializer.genericRequirements)
            member.kind = .initializer(initializer)
        case .property, .associatedType, .typealias, .other: break
        }
        return member
    }
}
