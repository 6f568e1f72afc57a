internal import MockModel

// Types that a signature has two names for: outside of the protocol the compiler asks for one.
extension TypeResolver {
    /// `func f<U>(_ u: U) where U == Element` is `func f(_ u: Element)` in a type that conforms.
    mutating func unifyGenerics() {
        guard !result.isClass else { return }
        let associated = Set(result.members.compactMap(\.member.associatedTypeName))
        for index in result.members.indices {
            let member = result.members[index].member
            guard member.genericRequirements.contains(where: { $0.relation == .equals }) else { continue }
            result.members[index].member = member.withoutEqualGenerics(associated)
        }
    }

    /// `typealias Me = Self` of a protocol would be the mock, where whoever calls has some other type.
    mutating func expandAliasesOfSelf() {
        let aliases = memberAliases.filter { $0.value.target.mentions("Self") }
        guard !aliases.isEmpty else { return }
        for index in result.members.indices {
            result.members[index].member = result.members[index].member.replacing { part in
                let own =
                    if case .member(of: .named("Self", _), let name, let arguments) = part {
                        TypeExpression.named(name, arguments: arguments)
                    } else {
                        part
                    }
                guard case .named(let name, let arguments) = own, let alias = aliases[name] else { return nil }
                return FunctionAlias(parameters: alias.genericParameters.map(\.name), target: alias.target)
                    .applied(to: arguments)
            }
        }
    }
}

extension MemberDeclaration {
    /// The member with one name for each type. `U == T.Element` may stay: that is no second name.
    fileprivate func withoutEqualGenerics(_ associated: Set<String>) -> MemberDeclaration {
        let names = associated.union(genericParameterNames)
        for requirement in genericRequirements where requirement.relation == .equals {
            for (side, other) in [(requirement.left, requirement.right), (requirement.right, requirement.left)] {
                guard case .named(let name, let arguments) = side, arguments.isEmpty,
                    genericParameters.contains(where: { $0.name == name && $0.specifier == nil }),
                    let otherName = other.ownAssociatedTypeName, otherName != name, names.contains(otherName)
                else { continue }
                return removing(name, requirement).replacing { $0 == side ? other : nil }.withoutEqualGenerics(
                    associated)
            }
        }
        return self
    }

    /// The member without a generic parameter and what tells which type it is.
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
