internal import MockModel

// Names that mean something of their own inside of the mock, or of a member of it: associated types, typealiases and
// generic parameters, which may be called like anything that generated code mentions.
extension TypeResolver {
    var declaredNames: Set<String> {
        result.associatedTypeNames
            .union(result.declaration.genericParameters.map(\.name)).union(result.restatedAliases.map(\.name))
    }

    /// Of those the ones that mean the same where the declaration was written.
    func localNames(seenFrom contributor: Contributor) -> Set<String> {
        guard !localNames.isEmpty, !result.isClass, let visible = contributor.visibleNames else { return localNames }
        return localNames.intersection(visible)
    }

    /// Names of the module and of what it imports hide a protocol's typealiases from a class that conforms to it, so
    /// the mock declares those again.
    mutating func restateAliases() {
        guard !result.isClass, !memberAliases.isEmpty else { return }
        let written = signatureNames
        for (name, alias) in memberAliases.sorted(by: { $0.key < $1.key }) where written.contains(name) {
            guard result.fixedTypes[name] == nil || !result.dependentAliases.contains(name),
                !result.members.contains(where: { $0.member.associatedTypeName == name })
            else { continue }
            let isHidden =
                StandardLibraryNames.contains(name) || RuntimeNames.contains(name)
                || !FoundationNames.modules(of: name).isEmpty
                || lookup.types(named: name).contains { $0.declaration.enclosing.isEmpty }
            if isHidden { result.restatedAliases.append(alias) }
        }
    }

    /// The runtime itself is no stranger: its own names hide nothing, even in a project that contains it.
    mutating func resolveShadowedNames() {
        for name in lookup.declaredRuntimeNames {
            let isHidden = lookup.types(named: name).contains { isVisible($0) && isInScope($0) }
            if isHidden || importsModule && lookup.isDeclaredBesideMock(name) { result.shadowedNames.insert(name) }
        }
        func shadow(_ name: String) { if RuntimeName.shadowable.contains(name) { result.shadowedNames.insert(name) } }
        for name in localNames { shadow(name) }
        for name in memberAliases.keys { shadow(name) }
        for index in result.members.indices {
            let member = result.members[index].member
            for parameter in member.genericParameters { shadow(parameter.name) }
            // Inside the mock its own members come before types, functions and modules of the same name.
            let name = member.baseName
            if name != RuntimeName.mode { shadow(name) }
        }
    }

    private func isVisible(_ found: LocatedType) -> Bool {
        found.module == result.type.module || found.module != "Mocking" && importedModules.contains(found.module)
    }

    /// A type nested elsewhere hides nothing here.
    private func isInScope(_ found: LocatedType) -> Bool {
        let enclosing = found.declaration.enclosing
        if result.declaration.enclosing.starts(with: enclosing) { return true }
        // What is nested in a class or in an extension of a protocol is in scope in whatever inherits from it.
        return declaredContributors.contains { contributor in
            let parent = contributor.located.declaration
            return enclosing.last == parent.name && enclosing.dropLast() == parent.enclosing[...]
        }
    }

    /// Makes names of the user's that are spelled like the library's or like each other unmistakable.
    mutating func separateLocalNames() {
        let shadowed = result.shadowedNames
        let areAllPlain = shadowed.isEmpty && !localNames.contains(where: StandardLibraryNames.isConcrete)
        // Neighbours mostly come from the same declaration.
        var last: (origin: LocatedType, misleading: Set<String>)?
        for index in result.members.indices {
            // Nearly always: nothing that could be mistaken for anything.
            if areAllPlain, result.members[index].member.genericParameters.isEmpty { continue }
            let origin = result.members[index].origin.located
            if last?.origin !== origin { last = (origin, misleadingNames(seenFrom: origin)) }
            var member = result.members[index].member
            if !member.genericParameters.isEmpty, !result.isClass {
                let clashing = member.genericParameterNames.intersection(localNames)
                guard clashing.isEmpty || budget.spend(clashing.count, times: member.partCount) else { return }
                member = member.renamingGenerics(localNames)
            }
            // Planning knows the library's types by name, and this is not what it knows.
            let misleading = (last?.misleading ?? []).union(
                member.genericParameterNames.filter(StandardLibraryNames.isConcrete))
            if !misleading.isEmpty || shadowed.contains("Swift") {
                member = member.replacing { part in
                    switch part {
                    case .named(let name, let arguments) where arguments.isEmpty && misleading.contains(name):
                        .verbatim(name)
                    case .member(of: .named("Swift", _), let name, let arguments) where shadowed.contains("Swift"):
                        .named("Swift::\(name)", arguments: arguments)
                    default: nil
                    }
                }
            }
            result.members[index].member = member
        }
    }
}

extension TypeResolver {
    /// Of the names that mean something of their own where a declaration stands, those that the standard library has.
    private func misleadingNames(seenFrom origin: LocatedType) -> Set<String> {
        var local: Set<String> = []
        if !localNames.isEmpty, let contributor = contributor(at: origin), !contributor.isOfStandardLibrary {
            local = localNames(seenFrom: contributor)
        }
        return local.union(result.shadowedNames).filter(StandardLibraryNames.isConcrete)
    }
}

extension TypeDeclaration {
    /// The types among the members, which other members can mention without a qualifier.
    var localTypeNames: Set<String> {
        members.reduce(into: []) { names, member in
            if let name = member.typeName { names.insert(name) }
        }
    }
}

extension MemberDeclaration {
    /// The member with other names for its generic parameters where those names are taken.
    func renamingGenerics(_ taken: Set<String>) -> MemberDeclaration {
        let clashing = genericParameterNames.intersection(taken)
        guard !clashing.isEmpty else { return self }
        var renamed = self
        for name in clashing.sorted() { renamed.renameGeneric(name, taken: taken) }
        return renamed
    }

    /// Gives a generic parameter a name that nothing in the signature has.
    private mutating func renameGeneric(_ name: String, taken: Set<String>) {
        let taken = taken.union(mentionedNames).union(genericParameterNames)
        var number = 2
        while taken.contains("\(name)\(number)") { number += 1 }
        let replacement = "\(name)\(number)"
        self = replacing { part in
            if case .named(name, let arguments) = part, arguments.isEmpty { return .named(replacement) }
            return nil
        }
        renameGenericParameters { $0 == name ? replacement : $0 }
    }

    private mutating func renameGenericParameters(_ rename: (String) -> String) {
        func renamed(_ parameters: [GenericParameter]) -> [GenericParameter] {
            parameters.map {
                GenericParameter(specifier: $0.specifier, name: rename($0.name), constraint: $0.constraint)
            }
        }
        switch kind {
        case .function(var function):
            function.genericParameters = renamed(function.genericParameters)
            kind = .function(function)
        case .subscript(var declaration):
            declaration.genericParameters = renamed(declaration.genericParameters)
            kind = .subscript(declaration)
        case .initializer(var initializer):
            initializer.genericParameters = renamed(initializer.genericParameters)
            kind = .initializer(initializer)
        case .property, .associatedType, .typealias, .other: break
        }
    }
}
