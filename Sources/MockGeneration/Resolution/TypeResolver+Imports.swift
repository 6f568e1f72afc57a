internal import MockModel

// The imports of the mock's file: for every name in it, the import that provides the name where it was written.
extension TypeResolver {
    mutating func resolveImports() {
        var (imports, mentioned) = (ImportList(), ImportList())
        for contributor in declaredContributors {
            let (origin, mentions) = (contributor.located, contributor.mentions)
            if !mentions.members.isEmpty { imports.appendMissing(importsOfModule(origin)) }
            let local = localNames(seenFrom: contributor)
            for names in [mentions.names, mentions.actors] {
                for mention in names where !local.contains(mention.name) {
                    let found = self.imports(of: mention, in: origin)
                    if found.isEmpty { continue }
                    guard budget.spend(origin.imports.count + found.count) else { return }
                    imports.appendMissing(found)
                    // `Kitchen` in `Kitchen.Item` comes from no import.
                    if mention.found == nil, mention.name == origin.module { continue }
                    let isMany = found.count > 1
                    guard !isMany || budget.spend(found.count, times: found.count) else { return }
                    mentioned.appendMissing(found.bringing(mention.name))
                }
            }
            guard budget.spend(result.fixedTypes.count + result.genericRequirements.count) else { return }
            for name in headNames(of: origin) where name != "Self" && !localNames.contains(name) {
                let isBuiltIn = name == "NSObject" && hasBuiltInSuperclass
                let mention = Mentions.Name(name: name, found: isBuiltIn ? nil : locate(name, from: origin))
                imports.appendMissing(self.imports(of: mention, in: origin))
            }
        }
        if let outermost = result.declaration.enclosing.first {
            // The mock is in an extension of it.
            let mention = Mentions.Name(name: outermost, found: locate(outermost, from: result.type))
            let found = self.imports(of: mention, in: result.type)
            imports.appendMissing(found)
            mentioned.appendMissing(found.bringing(outermost))
        }
        if case .found(_, let found) = result.extended {
            imports.appendMissing(found)
            mentioned.appendMissing(found.bringing(result.declaration.name))
        }
        if hasBuiltInSuperclass, !imports.all.contains(where: { $0.module == "Foundation" }) {
            imports.appendMissing(result.type.imports.filter { $0.module == "Foundation" })
        }
        result.imports = imports.all.sorted { $0.sortKey < $1.sortKey }
        result.mentionedImports = Set(mentioned.all)
    }

    /// Finds the type of several modules that are imported whole which an import names: that one takes precedence.
    func locateScoped(_ name: String, among visible: [LocatedType], from child: LocatedType) -> LocatedType? {
        let scoped = child.imports.first { $0.kind != nil && $0.path == "\($0.module).\(name)" }?.module
        guard let module = scoped ?? lookup.module(reexporting: name, from: child.module) else { return nil }
        return visible.first { $0.module == module }
    }

    /// The names in the mock's head and typealiases that may come from this declaration.
    private func headNames(of origin: LocatedType) -> Set<String> {
        var types = result.genericRequirements.flatMap { [$0.left, $0.right] }
        types += result.fixedTypes.values + result.impliedParents
        let parents = origin.declaration.inherited + origin.declaration.genericRequirements.map(\.right)
        let asksForClass = parents.contains { $0.bare == result.superclass?.bare || $0 == .named("NSObjectProtocol") }
        let hasBaseClass = origin.declaration.annotation?.baseClass != nil
        if asksForClass || hasBaseClass, let superclass = result.superclass { types.append(superclass) }
        types += origin.declaration.genericParameters.compactMap(\.constraint)
        let actors = (result.globalActor.map { [$0] } ?? []).compactMap { $0.split(separator: ".").first }
        return types.reduce(into: Set(actors.map(String.init))) { $0.formUnion($1.mentionedNames) }
    }

    /// The imports that a name needs when it is written where the declaration is.
    private func imports(of mention: Mentions.Name, in origin: LocatedType) -> [ImportDeclaration] {
        guard !result.functionAliases.isEmpty, let alias = result.functionAliases[mention.name],
            let found = mention.found
        else {
            return mention.found == nil && mention.isStandard
                ? [] : importsOfWritten(mention.name, mention.found, in: origin)
        }
        // Mocks spell out the target of such a typealias.
        var list = ImportList(imports(ofModule: found.module, in: origin))
        for name in alias.target.mentionedNames where budget.spend(1 + found.imports.count) {
            list.appendMissing(importsOfWritten(name, locate(name, from: found), in: found))
        }
        return list.all
    }

    /// - Parameter found: the declaration that the name denotes there, if a source declares it.
    private func importsOfWritten(
        _ name: String, _ found: LocatedType?, in origin: LocatedType
    ) -> [ImportDeclaration] {
        if let found { return imports(ofModule: found.module, in: origin) }
        if StandardLibraryNames.contains(name) { return [] }
        func bringsName(_ declaration: ImportDeclaration) -> Bool {
            declaration.kind == nil || declaration.path.hasSuffix(".\(name)")
        }
        var known: [ImportDeclaration] = []
        for module in FoundationNames.modules(of: name) {
            known += origin.imports.filter { $0.module == module && bringsName($0) }
            // A conditional import may be one of several alternative modules.
            if known.contains(where: { $0.conditions.isEmpty }) { return known }
        }
        if !known.isEmpty { return known }
        guard origin.isCompiled else { return origin.imports.filter(bringsName) }
        return compiledImports(of: name, in: origin)
    }

    /// The import for a name in a compiled interface. The name is visible through the interface's module only if that
    /// re-exports its own imports, as Foundation does.
    private func compiledImports(of name: String, in origin: LocatedType) -> [ImportDeclaration] {
        guard let module = compiledModule(of: name, in: origin), module != Self.standardModule, !module.hasPrefix("_")
        else { return [] }
        let isVisible = origin.imports.contains { $0.module == module || $0.module == "Foundation" }
        return isVisible ? [] : importsSpelledAsOwn(of: module)
    }

    /// The module of a name in a compiled interface, or the module that the name is: interfaces write `Pantry.Jar`. No
    /// source has to import that module if its interface was reached through the imports of another one.
    private func compiledModule(of name: String, in origin: LocatedType) -> String? {
        let isModule = name == origin.module || lookup.imports(ofCompiledModule: origin.module).contains(name)
        return isModule ? name : compiled([name], from: origin).type?.module
    }

    private func imports(ofModule module: String, in origin: LocatedType) -> [ImportDeclaration] {
        guard module != result.type.module else { return [] }
        if module == origin.module { return importsOfModule(origin) }
        let direct = origin.imports.filter { $0.module == module }
        // Without a direct import, the name must come through one of the others.
        return direct.isEmpty ? origin.imports.filter { $0.kind == nil } : direct
    }

    /// The import of the declaration's module.
    private func importsOfModule(_ origin: LocatedType) -> [ImportDeclaration] {
        guard origin.module != result.type.module else { return [] }
        return origin.isCompiled ? origin.imports : importsSpelledAsOwn(of: origin.module)
    }

    /// The import of a module, spelled as in the mocked type's file if that imports it.
    private func importsSpelledAsOwn(of module: String) -> [ImportDeclaration] {
        let own = result.type.imports.filter { $0.module == module && $0.kind == nil }
        return own.isEmpty ? [ImportDeclaration(path: module)] : own
    }
}

/// Imports without duplicates, in order of insertion.
private struct ImportList {
    private static let few = 16

    private(set) var all: [ImportDeclaration] = []
    /// The same imports, once there are many. A file has few, so a linear search costs less than hashing.
    private var known: Set<ImportDeclaration> = []

    init(_ imports: [ImportDeclaration] = []) { appendMissing(imports) }

    mutating func appendMissing(_ more: [ImportDeclaration]) {
        for declaration in more {
            if all.count < Self.few ? all.contains(declaration) : !known.insert(declaration).inserted { continue }
            all.append(declaration)
            if all.count == Self.few { known = Set(all) }
        }
    }
}

extension [ImportDeclaration] {
    /// The imports that certainly provide the name: all, if they are alternatives under mutually exclusive conditions.
    fileprivate func bringing(_ name: String) -> [ImportDeclaration] {
        if count < 2 { return self }
        let areAlternatives = indices.allSatisfy { index in
            self[..<index].allSatisfy { $0 == self[index] || $0.excludes(self[index]) }
        }
        if areAlternatives { return self }
        let declaringModule = FoundationNames.modules(of: name).first { module in contains { $0.module == module } }
        return filter { $0.module == declaringModule }
    }
}

extension ImportDeclaration {
    /// True if the two imports are never active together, as in different branches of one `#if`.
    fileprivate func excludes(_ other: ImportDeclaration) -> Bool {
        conditions.contains { mine in other.conditions.contains { mine.precedes($0) || $0.precedes(mine) } }
    }

    fileprivate var sortKey: String {
        (conditions + [path, kind ?? "", access ?? ""] + attributes).joined(separator: "\u{0}")
    }
}

extension String {
    /// True if this is the condition of an earlier branch than the other's. A later branch's condition begins with the
    /// part common to all, followed by the negation of the earlier ones.
    fileprivate func precedes(_ other: String) -> Bool {
        let common = zip(self, other).prefix { $0 == $1 }.count
        let (rest, negation) = (dropFirst(common), other.dropFirst(common))
        return ["!\(rest)", "!(\(self))"].contains { negation == $0 || negation.hasPrefix("\($0) && ") }
    }
}
