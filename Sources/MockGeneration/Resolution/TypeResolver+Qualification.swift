internal import MockModel

// Qualifies names that would mean something else, or nothing, in the mock's file: with the declaring module or type,
// where Swift allows that.
extension TypeResolver {
    mutating func qualifyNames() {
        for contributor in declaredContributors {
            let local = localNames(seenFrom: contributor)
            let mentions = contributor.mentions
            let prefixes = prefixes(
                for: mentions.names.lazy.filter { !local.contains($0.name) }, in: contributor.located)
            guard !prefixes.isEmpty else { continue }
            for index in mentions.members {
                let member = result.members[index].member
                // Inside a member, its generic parameters hide outer declarations with the same names.
                let hidden = member.genericParameterNames
                let visible = hidden.isEmpty ? prefixes : prefixes.filter { !hidden.contains($0.key) }
                guard hidden.isEmpty || budget.spend(prefixes.count) else { return }
                result.members[index].member = member.replacing { Self.qualified($0, visible) }
            }
        }
        qualifyHead()
        for index in result.restatedAliases.indices {
            let alias = result.restatedAliases[index]
            result.restatedAliases[index].target = qualified(alias.target, ofAlias: alias.name)
        }
        for (name, alias) in result.functionAliases {
            let path = name.split(separator: ".").map(String.init)
            guard let found = locate(path, from: result.type),
                let replacement = replacement(of: alias.target.mentionedNames, in: found)
            else { continue }
            result.functionAliases[name]?.target = alias.target.replacing(replacement)
        }
    }

    // MARK: Requirements of other scopes

    /// Returns the requirements of where clauses as the mock must write them.
    func respelledRequirements() -> [GenericRequirement] {
        if statedRequirements.isEmpty { return [] }
        let hiding = result.associatedTypeNames.union(memberAliases.keys)
        return statedRequirements.map { stated in
            var scope = stated.scope
            scope.hidingNames = hiding
            let mayDiffer = isOtherScope(scope.origin) || !hiding.isSubset(of: scope.visibleNames)
            return mayDiffer ? stated.requirement.replacing { respelledPart($0, from: scope) } : stated.requirement
        }
    }

    /// The type as the mock must write it.
    func respelled(_ type: TypeExpression, from origin: LocatedType) -> TypeExpression {
        guard isOtherScope(origin) else { return type }
        let scope = NameScope(origin: origin, visibleNames: visibleNames)
        return type.replacing { respelledPart($0, from: scope) }
    }

    /// The parent with generic arguments as the mock must write them.
    func respelledArguments(of parent: TypeExpression, from origin: LocatedType) -> TypeExpression {
        guard !parent.arguments.isEmpty, isOtherScope(origin) else { return parent }
        let scope = NameScope(origin: origin, visibleNames: visibleNames)
        func respelled(_ argument: TypeExpression) -> TypeExpression {
            argument.replacing { respelledPart($0, from: scope) }
        }
        switch parent {
        case .named(let name, let arguments): return .named(name, arguments: arguments.map(respelled))
        case .member(let outer, let name, let arguments):
            return .member(of: outer, name, arguments: arguments.map(respelled))
        default: return parent
        }
    }

    private func isOtherScope(_ origin: LocatedType) -> Bool {
        origin.module != result.type.module || origin.declaration.enclosing != result.declaration.enclosing
    }

    private func respelledPart(_ part: TypeExpression, from scope: NameScope) -> TypeExpression? {
        guard case .named(let name, let arguments) = part, name != "Self", !scope.visibleNames.contains(name),
            let path = path(to: name, from: scope)
        else { return nil }
        return Self.qualified(name, arguments.map { $0.replacing { respelledPart($0, from: scope) } }, path)
    }

    /// The module or the types in front of a name of another scope; `nil` if the name means the same in the mock.
    private func path(to name: String, from scope: NameScope) -> [String]? {
        var isHidden = scope.hidingNames.contains(name)
        guard let found = locate(name, from: scope.origin) else {
            if let outer = scopeElsewhere(of: name, from: scope.origin) { return outer }
            isHidden = isHidden || isNestedBesideMock(name)
            return isHidden ? moduleOutsideSources(of: name, in: scope.origin).map { [$0] } : nil
        }
        if !isHidden, locate(name, from: result.type)?.isSameDeclaration(as: found) == true { return nil }
        let isOwn = found.module == result.type.module
        let enclosing = found.declaration.enclosing
        return (isOwn && !enclosing.isEmpty ? [] : [modulePrefix(found.module)]) + enclosing
    }

    private mutating func qualifyHead() {
        result.qualifier = result.declaration.annotation?.modulePrefix
        let outermost = result.declaration.enclosing.first ?? result.declaration.name
        let own = result.extended?.module ?? result.type.module
        let module =
            result.declaration.enclosing.isEmpty ? own : module(ofOutermost: outermost, around: result.type, in: own)
        let isHidden = isAmbiguous(outermost, in: module) || declaredNames.contains(outermost)
        if isHidden { result.qualifier = modulePrefix(module) }
        for (name, type) in result.fixedTypes { result.fixedTypes[name] = qualified(type, ofAlias: name) }
        var types = result.genericRequirements.flatMap { [$0.left, $0.right] } + result.impliedParents
        if hasBuiltInSuperclass {
            if isAmbiguous("NSObject", in: "Foundation") { result.superclass = ResolvedType.qualifiedNSObject }
        } else {
            types += [result.superclass].compactMap(\.self)
        }
        if types.isEmpty { return }
        let names = types.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
            .subtracting(localNames.union(["Self"]))
        guard let replacement = replacement(of: names, in: result.type) else { return }
        result.genericRequirements = result.genericRequirements.map { $0.replacing(replacement) }
        result.impliedParents = result.impliedParents.map { $0.replacing(replacement) }
        if !hasBuiltInSuperclass { result.superclass = result.superclass?.replacing(replacement) }
    }

    /// The module of the outermost type around a declaration, which may be in an extension of another module's type.
    ///
    /// - Parameter own: the module of the declaration.
    private func module(ofOutermost name: String, around located: LocatedType, in own: String) -> String {
        let isOwn = lookup.types(named: name).contains { $0.module == own && $0.declaration.enclosing.isEmpty }
        if isOwn { return own }
        let imported = Set(located.imports.map(\.module))
        return locate(name, from: located)?.module
            ?? FoundationNames.modules(of: name).first(where: imported.contains) ?? own
    }

    /// The target of a typealias, with its names as they are written in the mock. The protocol that declares the alias
    /// may not see the associated types of those that refine it.
    private mutating func qualified(_ target: TypeExpression, ofAlias name: String) -> TypeExpression {
        let isAlias = memberAliases[name]?.target == target
        let origin = isAlias ? originsOfAliases[name] ?? result.type : result.type
        let local = contributor(at: origin).map(localNames(seenFrom:)) ?? localNames
        let names = target.mentionedNames.subtracting(local.union(["Self"]))
        return replacement(of: names, in: origin).map(target.replacing) ?? target
    }

    /// True if the superclass is Foundation's `NSObject`, and not a class of the sources with that name.
    var hasBuiltInSuperclass: Bool {
        result.inheritsFromNSObject && contributors.first(named: "NSObject") { !$0.isOfStandardLibrary } == nil
    }

    /// The replacement for the names; `nil` if none needs a qualifier.
    private mutating func replacement(
        of names: Set<String>, in origin: LocatedType
    ) -> ((TypeExpression) -> TypeExpression?)? {
        let mentions = names.map { Mentions.Name(name: $0, found: locate($0, from: origin)) }
        let prefixes = prefixes(for: mentions, in: origin)
        return prefixes.isEmpty ? nil : { part in Self.qualified(part, prefixes) }
    }

    /// The qualifiers for those of the names that need one.
    private mutating func prefixes(
        for names: some Sequence<Mentions.Name>, in origin: LocatedType
    ) -> [String: [String]] {
        var prefixes: [String: [String]] = [:]
        for mention in names {
            let name = mention.name
            guard let prefix = prefix(for: mention, in: origin) else { continue }
            prefixes[name] = prefix
            if result.functionAliases[name] != nil || memberAliases[name] != nil { addFunctionAlias(mention, prefix) }
            guard let spelled = Self.qualified(name, [], prefix) else { continue }
            let qualified = "\(spelled)"
            // Defaults belong to the types that the names denote where the mocked type is declared.
            let own = locate(name, from: result.type)
            guard own.map({ mention.found?.isSameDeclaration(as: $0) == true }) ?? (mention.found == nil) else {
                continue
            }
            if let mock = result.resultMocks[name] { result.resultMocks[qualified] = mock }
            if let plain = result.plainTypes[name] { result.plainTypes[qualified] = plain }
        }
        return prefixes
    }

    /// Notes the function type of a typealias that has the name of another one, which the mocked type or its file sees.
    private mutating func addFunctionAlias(_ mention: Mentions.Name, _ prefix: [String]) {
        guard let found = mention.found, let target = found.declaration.aliased,
            let spelled = Self.qualified(mention.name, [], prefix).map({ "\($0)" }),
            result.functionAliases[spelled] == nil
        else { return }
        if memberAliases[mention.name] == nil {
            guard locate(mention.name, from: result.type)?.isSameDeclaration(as: found) != true else { return }
        } else if !target.isFunction {
            return
        }
        // It is there before its target is read: a typealias in the making may mention itself.
        let parameters = found.declaration.genericParameters.map(\.name)
        result.functionAliases[spelled] = FunctionAlias(parameters: parameters, target: target)
        if let replacement = replacement(of: target.mentionedNames, in: found) {
            result.functionAliases[spelled]?.target = target.replacing(replacement)
        }
    }

    private static func qualified(_ part: TypeExpression, _ prefixes: [String: [String]]) -> TypeExpression? {
        guard case .named(let name, let arguments) = part, let prefix = prefixes[name] else { return nil }
        return qualified(name, arguments.map { $0.replacing { qualified($0, prefixes) } }, prefix)
    }

    /// The named type behind a prefix, which begins with a module or type, or with `Module::`.
    private static func qualified(
        _ name: String, _ arguments: [TypeExpression], _ prefix: [String]
    ) -> TypeExpression? {
        guard let first = prefix.first else { return nil }
        if !first.hasSuffix(hiddenModuleMark) {
            let base = prefix.dropFirst().reduce(TypeExpression.named(first)) { .member(of: $0, $1, arguments: []) }
            return .member(of: base, name, arguments: arguments)
        }
        guard prefix.count > 1 else { return .named(first + name, arguments: arguments) }
        let base = prefix.dropFirst(2).reduce(TypeExpression.named(first + prefix[1])) {
            .member(of: $0, $1, arguments: [])
        }
        return .member(of: base, name, arguments: arguments)
    }

    private func prefix(for mention: Mentions.Name, in origin: LocatedType) -> [String]? {
        let name = mention.name
        if !result.isClass, localNames.contains(name) { return prefix(forHidden: mention, in: origin) }
        if result.isClass, isMemberType(name) { return nil }
        let isBesideNested = isNestedBesideMock(name)
        if let found = mention.found {
            let enclosing = found.declaration.enclosing
            if !enclosing.isEmpty {
                // An extension of a nested namespace sees only the innermost one.
                let isInScope = found.module == result.type.module && result.declaration.enclosing == enclosing
                guard !isInScope else { return nil }
                let module = module(ofOutermost: enclosing[0], around: found, in: found.module)
                return (isAmbiguous(enclosing[0], in: module) ? [modulePrefix(module)] : []) + enclosing
            }
            if isBesideNested { return [modulePrefix(found.module)] }
            return isAmbiguous(name, in: found.module) ? [modulePrefix(found.module)] : nil
        }
        if let outer = scopeElsewhere(of: name, from: origin) { return outer }
        let module = FoundationNames.modules(of: name).first { known in
            origin.imports.contains { $0.module == known }
        }
        if let module { return isBesideNested || isAmbiguous(name, in: module) ? [modulePrefix(module)] : nil }
        guard isBesideNested || importsModule && lookup.isDeclaredBesideMock(name) else { return nil }
        return moduleOutsideSources(of: name, in: origin).map { [$0] }
    }

    /// The module and the types in front of a name that a parent in another type uses, if an extension nests a type of
    /// that name there.
    private func scopeElsewhere(of name: String, from origin: LocatedType) -> [String]? {
        let enclosing = origin.declaration.enclosing
        guard !enclosing.isEmpty, isOtherScope(origin), !origin.isCompiled, !visibleNames.contains(name),
            budget.spend(1 + enclosing.count)
        else { return nil }
        let scope = lookup.scope(of: name, inside: enclosing, of: origin.module, imports: origin.imports)
        return scope.map { origin.module == result.type.module ? $0 : [modulePrefix(origin.module)] + $0 }
    }

    /// True if the namespace of the mock declares a type with that name: in the mock it hides the type that a
    /// requirement from outside of the namespace means.
    func isNestedBesideMock(_ name: String) -> Bool {
        if result.declaration.enclosing.isEmpty { return false }
        return lookup.types(named: name).contains { found in
            found.module == result.type.module && found.declaration.enclosing == result.declaration.enclosing
        }
    }

    /// True if the mocked class or a superclass declares a type with that name, which the mock inherits.
    private func isMemberType(_ name: String) -> Bool {
        if memberAliases[name] != nil { return true }
        let found = lookup.types(named: name)
        return !found.isEmpty
            && contributors.contains { contributor in
                let path = contributor.located.declaration.enclosing + [contributor.located.declaration.name]
                return found.contains { $0.module == contributor.located.module && $0.declaration.enclosing == path }
            }
    }

    /// The module of a name that no source declares.
    private func moduleOutsideSources(of name: String, in origin: LocatedType) -> String? {
        if ["Any", "Self", "Type", "Element", Self.standardModule].contains(name) { return nil }
        if StandardLibraryNames.contains(name) || KnownProtocol.isKnown(name) { return Self.standardModule }
        return lookup.compiledTypes(named: name, imports: origin.imports, qualifier: []).type?.module
    }

    /// The qualifier for a name that means something other than the mock's own type with that name.
    private func prefix(forHidden mention: Mentions.Name, in origin: LocatedType) -> [String]? {
        let name = mention.name
        if let found = mention.found {
            let enclosing = found.declaration.enclosing
            return enclosing.isEmpty ? [modulePrefix(found.module)] : enclosing
        }
        if StandardLibraryNames.contains(name) || KnownProtocol.isKnown(name) { return [Self.standardModule] }
        let imported = Set(origin.imports.map(\.module))
        return FoundationNames.modules(of: name).first(where: imported.contains).map { [$0] }
    }

    /// True if the mock's file sees another top-level type with that name.
    private func isAmbiguous(_ name: String, in module: String) -> Bool {
        // Inside a module, its own declarations hide those of others.
        if module == result.type.module, !importsModule { return false }
        func isVisible(_ module: String) -> Bool { outputModules.contains(module) || importedModules.contains(module) }
        let others = lookup.types(named: name).contains { found in
            guard found.module != module, found.declaration.enclosing.isEmpty else { return false }
            if found.module == result.type.module { return true }
            return isVisible(found.module) && found.declaration.access > .internal
        }
        if others || module != names.module && names.isInLibrary(name) { return true }
        if lookup.isDeclaredBesideMock(name) { return true }
        let known = FoundationNames.modules(of: name)
        return !known.contains(module) && known.contains(where: isVisible)
    }

    /// The module as a prefix of names: `Kitchen`, or `Kitchen::` if a type called `Kitchen` hides it.
    private func modulePrefix(_ module: String) -> String {
        let isHidden = lookup.types(named: module).contains { $0.declaration.enclosing.isEmpty }
        return isHidden ? module + Self.hiddenModuleMark : module
    }

    private static let hiddenModuleMark = "::"
}

/// The declaration where names are written, and what it sees.
struct NameScope {
    var origin: LocatedType
    /// The associated types and typealiases that the declaration can use unqualified.
    var visibleNames: Set<String>
    /// The same names of the mock.
    var hidingNames: Set<String> = []
}

/// A requirement of a where clause as it is written.
struct StatedRequirement {
    var requirement: GenericRequirement
    var scope: NameScope
}
