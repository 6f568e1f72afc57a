package import MockModel

extension TypeResolver {
    /// Resolves the names in a seam's members: its file sees them from another place than the files that declare them.
    /// The resolver's type is the protocol without its members.
    package mutating func resolve(_ plan: SeamPlan, typeName: String) -> Seam {
        visit(result.type)
        for parent in plan.parents { visit(parent) }
        // The parts of the type stand for it: its parameters mean the same in them.
        let parameters = plan.declaration.localTypeNames
        let places = Dictionary(
            uniqueKeysWithValues: zip(plan.parents.map(ObjectIdentifier.init), plan.parents.indices))
        for contributor in contributors where places[ObjectIdentifier(contributor.located)] != nil {
            contributor.visibleNames?.formUnion(parameters)
        }
        budget.spend(result.members.count, times: WorkBudget.perMember)
        importedModules = Set(declaredContributors.flatMap(\.located.imports).map(\.module))
        collectMentions()
        localNames = declaredNames
        resolveImports()
        markExistentials()
        qualifyNames()
        let members = result.members.map { resolved in
            let number = places[ObjectIdentifier(resolved.origin.located)]
            return SeamMember(
                requirement: resolved.member,
                forwarded: number.flatMap { plan.forwarded[$0][resolved.origin.memberIndex] })
        }
        // Production code is built elsewhere, too.
        let hasFoundation = result.type.imports.contains { $0.module == "Foundation" }
        let more = result.imports.filter { !hasFoundation || !FoundationNames.parts.contains($0.module) }
        return Seam(
            typeName: typeName, superclasses: plan.superclasses, kind: plan.kind, declaration: plan.declaration,
            typealiases: plan.typealiases, members: budget.isExhausted ? [] : members,
            imports: result.type.imports + more)
    }

    /// Returns the type that a name means in a file, if its declaration is known.
    package func type(named path: [String], in file: LocatedType) -> LocatedType? {
        file.isCompiled
            ? compiled(path, from: file).type ?? locate(path, from: file)
            : locate(path, from: file) ?? compiled(path, from: file).type
    }

    /// Returns the protocols that a declaration names, if their declarations are known.
    package func protocols(of declaration: TypeDeclaration, in file: LocatedType) -> [LocatedType] {
        protocols(of: declaration) { locate($0, from: file) ?? compiled($0, from: file).type }
    }

    /// Returns those whose declarations are in sources.
    package func protocolsInSources(of declaration: TypeDeclaration, in file: LocatedType) -> [LocatedType] {
        protocols(of: declaration) { locate($0, from: file) }
    }

    /// True if none of the files sees a type of that name.
    package func declaresNoType(named name: String, for files: [LocatedType]) -> Bool {
        !StandardLibraryNames.contains(name) && files.allSatisfy { locate([name], from: $0) == nil }
    }

    private func protocols(
        of declaration: TypeDeclaration, _ find: ([String]) -> LocatedType?
    ) -> [LocatedType] {
        declaration.inherited.compactMap { type in
            type.bare.namePath.flatMap(find).flatMap { $0.declaration.kind == .protocol ? $0 : nil }
        }
    }

    /// Returns the superclass that a class names, if its declaration is known.
    package func superclass(of declaration: TypeDeclaration, in file: LocatedType) -> LocatedType? {
        guard declaration.kind == .class, let path = declaration.inherited.first?.bare.namePath else { return nil }
        let found = locate(path, from: file) ?? compiled(path, from: file).type
        return found?.declaration.kind == .class ? found : nil
    }
}
