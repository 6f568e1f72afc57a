internal import MockModel

extension TypeResolver {
    func standardType(_ name: String) -> LocatedType? {
        standardLibrary.types.first { $0.name == name }.map {
            LocatedType(module: Self.standardModule, path: "", declaration: $0, imports: [], mockName: nil)
        }
    }

    static var standardModule: String { "Swift" }

    /// Looks up a name as the compiler does: from the innermost scope outwards, the own module before others.
    func locate(_ path: [String], from child: LocatedType) -> LocatedType? {
        guard let name = path.last else { return nil }
        return locate(name, of: path.dropLast(), from: child)
    }

    /// Looks up an unqualified name.
    func locate(_ name: String, from child: LocatedType) -> LocatedType? { locate(name, of: [], from: child) }

    private func locate(_ name: String, of qualifier: ArraySlice<String>, from child: LocatedType) -> LocatedType? {
        let candidates = lookup.types(named: name)
        guard !candidates.isEmpty, budget.spend(candidates.count, times: child.declaration.enclosing.count + 1) else {
            return nil
        }
        let qualifier = Array(qualifier)
        for depth in stride(from: child.declaration.enclosing.count, through: 0, by: -1) {
            let scope = Array(child.declaration.enclosing.prefix(depth)) + qualifier
            if let found = candidates.first(where: { $0.module == child.module && $0.declaration.enclosing == scope }) {
                return found
            }
        }
        return locateImported(name, qualifier, among: candidates, from: child)
    }

    /// A type of another module. A module that the file imports takes precedence over one that is only visible through
    /// others.
    private func locateImported(
        _ name: String, _ qualifier: [String], among candidates: [LocatedType], from child: LocatedType
    ) -> LocatedType? {
        let matching = candidates.filter { candidate in
            candidate.declaration.enclosing == qualifier
                || [candidate.module] + candidate.declaration.enclosing == qualifier
        }
        // `import enum Farm.Crop` provides no other declaration of that module.
        budget.spend(child.imports.count)
        let whole = child.imports.lazy.filter { $0.kind == nil || $0.path.hasSuffix(".\(qualifier.first ?? name)") }
        let imported = Set(whole.map(\.module)).union([child.module])
        let visible = matching.filter { imported.contains($0.module) }
        if visible.count > 1, let found = locateScoped(name, among: visible, from: child) { return found }
        if let found = visible.first(where: { $0.declaration.access > .internal }) ?? visible.first { return found }
        // A name of the library or Foundation denotes another module's type only if that module is imported.
        let isKnown =
            StandardLibraryNames.contains(name) || KnownProtocol.isKnown(name) || standardType(name) != nil
            || !imported.isDisjoint(with: FoundationNames.modules(of: name))
        return isKnown ? nil : matching.first
    }
}
