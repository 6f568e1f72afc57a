internal import MockModel

// Associated types: open ones become generic parameters of the mock, fixed ones become typealiases.
extension ConformancePlanner {
    /// The open associated types, one entry per name, with the constraints of every protocol that restates it.
    var openTypes: [AssociatedTypeDeclaration] {
        var merged: [AssociatedTypeDeclaration] = []
        var indicesByName: [String: Int] = [:]
        for associated in associatedTypes where resolved.fixedTypes[associated.name] == nil {
            if let index = indicesByName[associated.name] {
                merged[index].inherited += associated.inherited
            } else {
                indicesByName[associated.name] = merged.count
                merged.append(associated)
            }
        }
        // An associated type that is equal to another one passes its constraints on to it.
        for associated in associatedTypes {
            guard let same = resolved.fixedTypes[associated.name]?.selfAssociatedTypeName,
                let index = indicesByName[same]
            else { continue }
            merged[index].inherited += associated.inherited.filter { !merged[index].inherited.contains($0) }
        }
        return merged
    }

    /// Reports names after `typealias:` that no associated type has. Unknown parents may declare one of the name.
    func reportUnusedAliases() {
        guard let given = declaration.annotation?.typealiases, resolved.unknownParents.isEmpty else { return }
        let names = Set(associatedTypes.map(\.name)).sorted()
        for (name, type) in given.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            let others = names.isEmpty ? "remove it" : "its associated types are \(names.joined(separator: ", "))"
            let wayOut = closest(to: name, among: names).map { "did you mean '\($0)'?" } ?? others
            diagnostics.append(
                PlanDiagnostic(
                    origin: nil, severity: .warning,
                    message:
                        "'\(declaration.name)' has no associated type '\(name)', so 'typealias: \(name) = \(type)' is ignored; \(wayOut)",
                    code: "annotation-typealias"))
        }
    }

    var genericClause: String {
        if resolved.isClass {
            let parameters = declaration.genericParameters.map(\.description)
            return parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
        }
        let entries = openTypes.map { associated in
            associated.inherited.isEmpty
                ? associated.name
                : "\(associated.name): \(associated.inherited.map { "\(unqualified($0))" }.joined(separator: " & "))"
        }
        return entries.isEmpty ? "" : "<\(entries.joined(separator: ", "))>"
    }

    /// Returns how tests write the mock's type, and how the mock declares it, with what each parameter has to fulfil;
    /// `nil` if the type has no parameters.
    package var genericSpellings: (use: String, declaration: String)? {
        let names = resolved.isClass ? declaration.genericParameters.map(\.name) : openTypes.map(\.name)
        guard !names.isEmpty else { return nil }
        let name = (resolved.spelledNamespace + [resolved.mockName]).joined(separator: ".")
        let call = resolved.isClass ? "" : "()"
        return ("\(name)<\(names.joined(separator: ", "))>\(call)", name + genericClause + whereClause)
    }

    /// Requirements on open types; those on fixed types hold already.
    var openRequirements: [GenericRequirement] {
        let open = Set(openTypes.map(\.name))
        return resolved.genericRequirements.map { requirement in
            GenericRequirement(
                left: withFixedTypes(requirement.left, keeping: open), relation: requirement.relation,
                right: withFixedTypes(requirement.right, keeping: open))
        }
        .filter { $0.left.mentions(anyOf: open) || $0.right.mentions(anyOf: open) }
    }

    var whereClause: String {
        let ofClass = declaration.genericRequirements + resolved.genericRequirements
        let texts = (resolved.isClass ? ofClass : openRequirements).map(\.description)
        return texts.isEmpty ? "" : " where \(texts.joined(separator: ", "))"
    }

    /// The type with fixed associated types replaced, and those in what they are fixed to: the mock's typealiases are not
    /// in scope in its generic clauses.
    func withFixedTypes(_ type: TypeExpression, keeping open: Set<String>) -> TypeExpression {
        var replacements = 0
        func spelledOut(_ type: TypeExpression, inside names: [String]) -> TypeExpression {
            unqualified(type).replacing { part in
                guard case .named(let name, let arguments) = part, arguments.isEmpty, !open.contains(name),
                    !names.contains(name), let fixed = resolved.fixedTypes[name], replacements < Self.mostReplacements
                else { return nil }
                replacements += 1
                return spelledOut(fixed, inside: names + [name])
            }
        }
        return spelledOut(type, inside: [])
    }

    /// Types that mention each other twice would double in size with each step.
    private static let mostReplacements = 1_000

    func unqualified(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            if case .member(of: .named("Self", _), let name, let arguments) = part {
                return .named(name, arguments: arguments)
            }
            return nil
        }
    }

    /// Open types that the compiler cannot infer because of overloads: `put(_: Value)` beside `put(_: Int)`.
    private var ambiguousTypes: [String] {
        let open = openTypes.map(\.name)
        guard !open.isEmpty, !resolved.isClass else { return [] }
        let overloads = Dictionary(grouping: resolved.members.map(\.member), by: \.displayName).values
            .filter { $0.count > 1 }.joined()
        let mentioned = overloads.reduce(into: Set<String>()) { names, member in
            if member.isAssociatedType { return }
            names.formUnion(member.mentionedNames)
            member.visitSignature { $0.visit { if let name = $0.selfAssociatedTypeName { names.insert(name) } } }
        }
        return open.filter(mentioned.contains)
    }

    var typealiases: [String] {
        let declared = Set(associatedTypes.map(\.name))
        let restated = resolved.restatedAliases.map { alias in
            let parameters = alias.genericParameters.map(\.description).joined(separator: ", ")
            let target = unqualified(alias.target).replacing { $0 == .named("Self") ? mockType : nil }
            return "\(access)typealias \(alias.name)\(parameters.isEmpty ? "" : "<\(parameters)>") = \(target)"
        }
        return restated + ambiguousTypes.map { "\(access)typealias \($0) = \($0)" }
            + resolved.fixedTypes.keys.sorted().compactMap { name in
                guard declared.contains(name) || resolved.dependentAliases.contains(name),
                    let type = resolved.fixedTypes[name]
                else { return nil }
                return
                    "\(access)typealias \(name) = \(unqualified(type).replacing { $0 == .named("Self") ? mockType : nil })"
            }
    }
}
