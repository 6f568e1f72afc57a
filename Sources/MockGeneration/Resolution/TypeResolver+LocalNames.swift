internal import MockModel

// Local names of the mock and its members: associated types, typealiases and generic parameters. They may equal any
// name that generated code mentions.
extension TypeResolver {
    var declaredNames: Set<String> {
        result.associatedTypeNames
            .union(result.declaration.genericParameters.map(\.name)).union(result.restatedAliases.map(\.name))
    }

    /// The local names that have the same meaning at the contributor's declaration.
    func localNames(seenFrom contributor: Contributor) -> Set<String> {
        guard !localNames.isEmpty, !result.isClass else { return localNames }
        guard let visible = contributor.visibleNames else {
            // A superclass sees none of the associated types.
            return contributor.located.declaration.kind == .class ? [] : localNames
        }
        return localNames.intersection(visible)
    }

    /// Redeclares protocols' typealiases in the mock. Declarations of the module and its imports hide them from a
    /// conforming class.
    mutating func restateAliases() {
        guard !result.isClass, !memberAliases.isEmpty else { return }
        var written: Set<String> = []
        for resolved in result.members {
            written.formUnion(resolved.member.mentionedNames)
            // The mock writes `Self.Name` without `Self`.
            resolved.member.visitSignature { type in
                type.visit { if case .member(.named("Self", _), let name, _) = $0 { written.insert(name) } }
            }
        }
        for (name, alias) in memberAliases.sorted(by: { $0.key < $1.key }) where written.contains(name) {
            guard result.fixedTypes[name] == nil || !result.dependentAliases.contains(name),
                !result.members.contains(where: { $0.member.associatedTypeName == name })
            else { continue }
            let isHidden =
                StandardLibraryNames.contains(name) || names.used.contains(name)
                || !FoundationNames.modules(of: name).isEmpty
                || lookup.types(named: name).contains { $0.declaration.enclosing.isEmpty }
            if isHidden { result.restatedAliases.append(alias) }
        }
    }

    /// Notes the names that the user's declarations hide. The runtime's own declarations hide nothing, even in a
    /// project that contains the runtime.
    mutating func resolveShadowedNames() {
        for name in lookup.declaredNamesOfStyles where names.used.contains(name) {
            let isHidden = lookup.types(named: name).contains { isVisible($0) && isInScope($0) }
            if isHidden || importsModule && lookup.isDeclaredBesideMock(name) { result.shadowedNames.insert(name) }
        }
        func shadow(_ name: String) { if names.isShadowed(by: name) { result.shadowedNames.insert(name) } }
        for name in localNames { shadow(name) }
        for name in memberAliases.keys { shadow(name) }
        for index in result.members.indices {
            let member = result.members[index].member
            for parameter in member.genericParameters { shadow(parameter.name) }
            // Inside the mock, its members hide types, functions and modules with the same name.
            let name = member.baseName
            if names.isShadowed(by: name), !names.parameters.contains(name) { result.shadowedNames.insert(name) }
        }
    }

    private func isVisible(_ found: LocatedType) -> Bool {
        found.module == result.type.module || found.module != names.module && importedModules.contains(found.module)
    }

    /// True if the type is visible without a qualifier. A type nested elsewhere hides nothing here.
    private func isInScope(_ found: LocatedType) -> Bool {
        let enclosing = found.declaration.enclosing
        if result.declaration.enclosing.starts(with: enclosing) { return true }
        // Types nested in a class or in a protocol extension are in scope in everything that inherits from it.
        return declaredContributors.contains { contributor in
            let parent = contributor.located.declaration
            return enclosing.last == parent.name && enclosing.dropLast() == parent.enclosing[...]
        }
    }

    /// Renames or qualifies the user's names that equal the library's or one another.
    mutating func separateLocalNames() {
        let shadowed = result.shadowedNames
        let areAllPlain = shadowed.isEmpty && !localNames.contains(where: StandardLibraryNames.isConcrete)
        // Neighbouring members mostly have the same origin, so the last result is reused.
        var last: (origin: LocatedType, misleading: Set<String>)?
        qualifyStandardNames()
        for index in result.members.indices {
            // Usually there is nothing that could be confused.
            if areAllPlain, result.members[index].member.genericParameters.isEmpty { continue }
            let origin = result.members[index].origin.located
            if last?.origin !== origin { last = (origin, misleadingNames(seenFrom: origin)) }
            var member = result.members[index].member
            if !member.genericParameters.isEmpty, !result.isClass {
                let clashing = member.genericParameterNames.intersection(localNames)
                guard clashing.isEmpty || budget.spend(clashing.count, times: member.partCount) else { return }
                member = member.renamingGenerics(localNames)
            }
            // Planning recognizes the library's types by name, and this is a different type.
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
    /// Qualifies names in requirements of the standard library that the mock's namespace gives another meaning.
    private mutating func qualifyStandardNames() {
        guard !result.declaration.enclosing.isEmpty else { return }
        for index in result.members.indices
        where result.members[index].origin.located.module == Self.standardModule && budget.spend() {
            let member = result.members[index].member
            let hidden = Set(member.mentionedNames.filter(isNestedBesideMock)).subtracting(localNames)
            if !hidden.isEmpty { result.members[index].member = member.replacing { Self.qualified($0, in: hidden) } }
        }
    }

    /// Returns a type with the library's names as they are written in the mock's namespace.
    func qualifyingStandardNames(_ type: TypeExpression) -> TypeExpression {
        let hidden = Set(type.mentionedNames.filter { StandardLibraryNames.contains($0) && isNestedBesideMock($0) })
        return hidden.isEmpty ? type : type.replacing { Self.qualified($0, in: hidden) }
    }

    private static func qualified(_ part: TypeExpression, in hidden: Set<String>) -> TypeExpression? {
        guard case .named(let name, let arguments) = part, hidden.contains(name) else { return nil }
        return .member(of: .named(standardModule), name, arguments: arguments)
    }

    /// The standard library names that have a local meaning at this declaration.
    private func misleadingNames(seenFrom origin: LocatedType) -> Set<String> {
        var local: Set<String> = []
        if !localNames.isEmpty, let contributor = contributor(at: origin), !contributor.isOfStandardLibrary {
            local = localNames(seenFrom: contributor)
        }
        return local.union(result.shadowedNames).filter(StandardLibraryNames.isConcrete)
    }
}

extension TypeDeclaration {
    /// The types among the members, which other members can mention unqualified.
    var localTypeNames: Set<String> {
        members.reduce(into: []) { names, member in
            if let name = member.typeName { names.insert(name) }
        }
    }
}

extension MemberDeclaration {
    /// The member with its generic parameters renamed where their names are in use.
    func renamingGenerics(_ namesInUse: Set<String>) -> MemberDeclaration {
        let clashing = genericParameterNames.intersection(namesInUse)
        guard !clashing.isEmpty else { return self }
        var renamed = self
        for name in clashing.sorted() { renamed.renameGeneric(name, namesInUse: namesInUse) }
        return renamed
    }

    /// Renames a generic parameter to a name that the signature does not contain.
    private mutating func renameGeneric(_ name: String, namesInUse: Set<String>) {
        let namesInUse = namesInUse.union(mentionedNames).union(genericParameterNames)
        var number = 2
        while namesInUse.contains("\(name)\(number)") { number += 1 }
        let replacement = "\(name)\(number)"
        self = replacing { part in
            if case .named(name, let arguments) = part, arguments.isEmpty { return .named(replacement) }
            return nil
        }
        renameGenericParameters { $0 == name ? replacement : $0 }
    }

    /// The member with numbers in place of the names of its generic parameters, which tell no overloads apart.
    var withNumberedGenerics: MemberDeclaration {
        let names = genericParameters.map(\.name)
        if names.isEmpty { return self }
        func numbered(_ name: String) -> String? { names.firstIndex(of: name).map { "τ\($0)" } }
        var renamed = replacing { part in
            guard case .named(let name, let arguments) = part, arguments.isEmpty else { return nil }
            return numbered(name).map { .named($0) }
        }
        renamed.renameGenericParameters { numbered($0) ?? $0 }
        return renamed
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
