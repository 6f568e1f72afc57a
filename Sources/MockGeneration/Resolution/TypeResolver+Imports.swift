internal import MockModel

// What a file with the mock has to import: for every name in it, the import that brings it to where it was written.
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
                    let isMany = found.count > 1
                    guard !isMany || budget.spend(found.count, times: found.count) else { return }
                    mentioned.appendMissing(found.bringing(mention.name))
                }
            }
            guard budget.spend(result.fixedTypes.count + result.genericRequirements.count) else { return }
            for name in headNames(of: origin) where name != "Self" && !localNames.contains(name) {
                let mention = Mentions.Name(name: name, found: locate(name, from: origin))
                imports.appendMissing(self.imports(of: mention, in: origin))
            }
        }
        result.imports = imports.all.sorted { $0.sortKey < $1.sortKey }
        result.mentionedImports = Set(mentioned.all)
    }

    /// What the mock's head and its typealiases are made of, as far as this declaration may have said it.
    private func headNames(of origin: LocatedType) -> Set<String> {
        var types = result.genericRequirements.flatMap { [$0.left, $0.right] }
        types += result.fixedTypes.values
        let parents = origin.declaration.inherited + origin.declaration.genericRequirements.map(\.right)
        let asksForClass = parents.contains { $0.bare == result.superclass?.bare || $0 == .named("NSObjectProtocol") }
        if asksForClass, let superclass = result.superclass { types.append(superclass) }
        types += origin.declaration.genericParameters.compactMap(\.constraint)
        let actors = (result.globalActor.map { [$0] } ?? []).compactMap { $0.split(separator: ".").first }
        return types.reduce(into: Set(actors.map(String.init))) { $0.formUnion($1.mentionedNames) }
    }

    /// The imports that a name needs when it is written where the declaration stands.
    private func imports(of mention: Mentions.Name, in origin: LocatedType) -> [ImportDeclaration] {
        guard !result.functionAliases.isEmpty, let alias = result.functionAliases[mention.name],
            let found = mention.found
        else {
            return mention.found == nil && mention.isStandard
                ? [] : importsOfWritten(mention.name, mention.found, in: origin)
        }
        // Mocks write out what such a typealias stands for.
        var list = ImportList(imports(ofModule: found.module, in: origin))
        for name in alias.target.mentionedNames where budget.spend(1 + found.imports.count) {
            list.appendMissing(importsOfWritten(name, locate(name, from: found), in: found))
        }
        return list.all
    }

    /// - Parameter found: what the name is where it is written, if a source declares it.
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
            // What is imported under conditions may be one of several modules that stand for each other.
            if known.contains(where: \.conditions.isEmpty) { return known }
        }
        if !known.isEmpty { return known }
        guard origin.isCompiled else { return origin.imports.filter(bringsName) }
        return compiledImports(of: name, in: origin)
    }

    /// What a module's interface mentions is visible through it only if it passes its own imports on, as Foundation does.
    private func compiledImports(of name: String, in origin: LocatedType) -> [ImportDeclaration] {
        guard let found = compiled([name], from: origin).type, found.module != Self.standardModule,
            !found.module.hasPrefix("_")
        else { return [] }
        let isVisible = origin.imports.contains { $0.module == found.module || $0.module == "Foundation" }
        return isVisible ? [] : [ImportDeclaration(path: found.module)]
    }

    private func imports(ofModule module: String, in origin: LocatedType) -> [ImportDeclaration] {
        guard module != result.type.module else { return [] }
        if module == origin.module { return importsOfModule(origin) }
        let direct = origin.imports.filter { $0.module == module }
        // Without one of its own it must come through one of the others.
        return direct.isEmpty ? origin.imports.filter { $0.kind == nil } : direct
    }

    /// The import of the module that a declaration is in, as the mocked type's own file has it if it does.
    private func importsOfModule(_ origin: LocatedType) -> [ImportDeclaration] {
        guard origin.module != result.type.module else { return [] }
        if origin.isCompiled { return origin.imports }
        let own = result.type.imports.filter { $0.module == origin.module && $0.kind == nil }
        return own.isEmpty ? [ImportDeclaration(path: origin.module)] : own
    }
}

/// Imports, each once, in the order in which they came.
private struct ImportList {
    private static let few = 16

    private(set) var all: [ImportDeclaration] = []
    /// The same, once they are many. A file has few, so to look through them costs less than to hash each.
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
    /// Those that surely bring the name where they are: all, if they stand for each other under conditions of which one
    /// holds at a time.
    fileprivate func bringing(_ name: String) -> [ImportDeclaration] {
        if count < 2 { return self }
        let areAlternatives = indices.allSatisfy { place in
            self[..<place].allSatisfy { $0 == self[place] || $0.excludes(self[place]) }
        }
        if areAlternatives { return self }
        let home = FoundationNames.modules(of: name).first { module in contains { $0.module == module } }
        return filter { $0.module == home }
    }
}

extension ImportDeclaration {
    /// Whether the two are never there at the same time, as the branches of one `#if`.
    fileprivate func excludes(_ other: ImportDeclaration) -> Bool {
        conditions.contains { mine in other.conditions.contains { mine.precedes($0) || $0.precedes(mine) } }
    }

    fileprivate var sortKey: String {
        (conditions + [path, kind ?? "", access ?? ""] + attributes).joined(separator: "\u{0}")
    }
}

extension String {
    /// Whether it is the condition of a branch and the other that of a later one: all later ones begin with what
    /// those before have in common, and the negation of the rest.
    fileprivate func precedes(_ other: String) -> Bool {
        let common = zip(self, other).prefix { $0 == $1 }.count
        let (rest, negation) = (dropFirst(common), other.dropFirst(common))
        return ["!\(rest)", "!(\(self))"].contains { negation == $0 || negation.hasPrefix("\($0) && ") }
    }
}
