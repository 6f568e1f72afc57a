internal import MockModel

extension SeamPlan {
    /// Gives the associated types for parameters of outer types names of their own, where members mention types of such a
    /// parameter: `Base.Element`. The compiler (6.3.1) takes `Base` there for the associated type, which has the access of
    /// the seam, and the members may be more visible.
    mutating func renameOuterParameters(of head: TypeDeclaration) {
        let own = Set(head.genericParameters.map(\.name))
        let members = parents.flatMap(\.declaration.members)
        let outer = declaration.members.compactMap(\.associatedTypeName).filter { name in
            !own.contains(name)
                && members.contains { member in
                    member.signatureContains { type in
                        type.contains { part in
                            if case .member(of: .named(name, _), _, _) = part { true } else { false }
                        }
                    }
                }
        }
        if outer.isEmpty { return }
        let names = Dictionary(outer.map { ($0, "Outer\($0)") }) { first, _ in first }
        typealiases = outer.map { "Outer\($0) = \($0)" }
        func renamed(_ part: TypeExpression) -> TypeExpression? {
            guard case .named(let name, let arguments) = part, arguments.isEmpty else { return nil }
            return names[name].map { .named($0) }
        }
        for index in parents.indices {
            let parent = parents[index]
            parents[index] = parent.declaring(
                parent.declaration.with(
                    members: parent.declaration.members.map { member in
                        let hidden = member.genericParameterNames
                        return member.replacing { part in
                            if case .named(let name, _) = part, hidden.contains(name) { nil } else { renamed(part) }
                        }
                    }))
        }
        self.declaration = declaration.with(
            primaryAssociatedTypes: declaration.primaryAssociatedTypes.map { names[$0] ?? $0 },
            members: declaration.members.map { member in
                guard case .associatedType(var associated) = member.kind else { return member }
                associated.name = names[associated.name] ?? associated.name
                var named = member
                named.kind = .associatedType(associated)
                return named.replacing(renamed)
            },
            genericRequirements: declaration.genericRequirements.map { $0.replacing(renamed) })
    }
}
