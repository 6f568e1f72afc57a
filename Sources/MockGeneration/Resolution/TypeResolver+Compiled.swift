internal import MockModel

// Parents without sources: their declarations come from the toolchain's description of compiled modules, or from
// built-in knowledge.
extension TypeResolver {
    mutating func visitForeignParent(_ parent: TypeExpression, _ path: [String], of child: LocatedType) {
        guard let name = path.last else { return }
        let answer = compiled(path, from: child)
        if let found = answer.type {
            found.declaration.kind == .class ? visitCompiledClass(parent, found) : visitLocatedParent(parent, found)
        } else if let superclass = KnownClass.superclass(for: name) {
            result.superclass = .named(superclass)
        } else if let known = foundationType(name) {
            visit(known)
        } else if case .unknown(let reason) = answer {
            reportUnknown(parent, reason)
        }
    }

    mutating func reportUnknown(_ parent: TypeExpression, _ reason: CompiledAnswer.Reason) {
        let unknown = UnknownParent(name: "\(parent)", reason: reason)
        if reportedParents.insert(unknown).inserted { result.unknownParents.append(unknown) }
    }

    /// A declaration in a compiled module; `Outer.Inner` and `Module.Outer` as well as plain names.
    ///
    /// A name that none declares may be declared in sources that are not there at present.
    func compiled(_ path: [String], from child: LocatedType) -> CompiledAnswer {
        guard let name = path.last, budget.spend(1 + child.imports.count) else { return .unknown(.undeclared) }
        let answer = lookup.compiledTypes(named: name, imports: child.imports, qualifier: Array(path.dropLast()))
        guard answer == .unknown(.undeclared), let absence = lookup.absence(seenBy: child) else { return answer }
        return .unknown(absence)
    }

    /// Notes whether a type in a signature may be declared in sources that are not there at present.
    mutating func noteMissingTypes() {
        for contributor in declaredContributors where !result.lacksTypes {
            let (located, mentions) = (contributor.located, contributor.mentions)
            guard !located.isCompiled, lookup.absence(seenBy: located) != nil else { continue }
            let local = (contributor.visibleNames ?? []).union(result.outerGenericNames)
                .union(located.declaration.genericParameters.map(\.name))
            let names = mentions.names.lazy.filter { $0.found == nil && !$0.isStandard && !local.contains($0.name) }
            let paths = mentions.paths.filter { $0[0] != "Self" && !local.contains($0[0]) }
            result.lacksTypes =
                names.contains { isMissing([$0.name], from: located) }
                || paths.contains { locate($0, from: located) == nil && isMissing($0, from: located) }
        }
    }

    private func isMissing(_ path: [String], from located: LocatedType) -> Bool {
        guard let name = path.last, FoundationNames.modules(of: name).isEmpty, !KnownProtocol.isKnown(name),
            standardType(name) == nil
        else { return false }
        return compiled(path, from: located).type == nil
    }

    /// Notes what a mock must know about a compiled class that it inherits from. The class's members keep their
    /// behaviour.
    private mutating func visitCompiledClass(_ parent: TypeExpression, _ found: LocatedType) {
        result.superclass = parent
        // A class of the user's that inherits from it has what such a class needs.
        if isClosedOnLinux(found) { result.closedSuperclass = found.declaration.qualifiedName }
        visitCompiledSuperclass(found, as: parent.bare)
    }

    /// Visits the class and its superclasses. Notes whether it can be subclassed, its actor, and whether it is
    /// `Sendable`. The mock of a class overrides their open members.
    ///
    /// - Parameter parent: the class as the subclass spells it, with its generic arguments.
    mutating func visitCompiledSuperclass(_ found: LocatedType, as parent: TypeExpression) {
        let declaration = found.declaration
        guard contributor(at: found) == nil else { return }
        depth += 1
        defer { depth -= 1 }
        guard depth < WorkBudget.maximumDepth else {
            budget.spend(.max)
            return
        }
        contribute(found)
        if result.globalActor == nil { result.globalActor = globalActor(declaration.attributes) }
        if declaration.access != .open { result.closedSuperclass = declaration.qualifiedName }
        let generics = ClassArguments(declaration, parent.arguments)
        if result.isClass { addOpenMembers(of: found, generics) }
        for parent in declaration.inherited {
            guard let path = parent.bare.namePath, let name = path.last else { continue }
            if KnownProtocol.isKnown(name) {
                let isMeaningful = ["Sendable", "Error"].contains(name)
                if isMeaningful { result.knownParents.formUnion(KnownProtocol.closure(of: name)) }
            } else if let superclass = compiledSuperclass(parent, path, of: found) {
                visitCompiledSuperclass(superclass, as: parent.replacing(generics.replace).bare)
            }
        }
    }

    /// Returns a parent of a class if it is a class of a compiled module. Reports it if that cannot be told now; other
    /// unknown parents of classes are often protocols, whose requirements the class has.
    mutating func compiledSuperclass(
        _ parent: TypeExpression, _ path: [String], of child: LocatedType
    ) -> LocatedType? {
        switch compiled(path, from: child) {
        case .found(let found): return found.declaration.kind == .class ? found : nil
        case .unknown(let reason):
            if reason.isTemporary { reportUnknown(parent, reason) }
            return nil
        }
    }

    /// Adds the open members of a module interface. Members by which `NSObject` identifies and describes objects keep
    /// their behaviour: the library itself calls them.
    private mutating func addOpenMembers(of found: LocatedType, _ generics: ClassArguments) {
        guard found.declaration.name != "NSObject" else { return }
        let firstMember = result.members.count
        let redeclared = KnownClass.redeclaredMembers[found.declaration.name] ?? []
        addMembers(of: found, generics) { member in
            let name = member.displayName
            return AccessLevel(modifiers: member.modifiers) == .open && !KnownClass.identityMembers.contains(name)
                && !redeclared.contains(name)
        }
        if globalActor(found.declaration.attributes) == nil {
            for index in firstMember..<result.members.count { result.members[index].isolation = .none }
        }
    }

    func foundationType(_ name: String) -> LocatedType? {
        foundation.types.first { $0.name == name }.map {
            LocatedType(module: Self.standardModule, path: "", declaration: $0, imports: [], mockName: nil)
        }
    }
}
