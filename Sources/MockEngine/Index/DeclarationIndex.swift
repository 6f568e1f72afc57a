internal import MockGeneration
internal import MockModel
internal import SystemPackage

/// All types of the project by simple name.
struct DeclarationIndex {
    private struct Entry: Hashable {
        /// Order of the module in the project, then path, then place in the file: answers must not depend on the order
        /// in which files were read.
        var module: Int
        var path: String
        var place: Int
        var located: LocatedType
    }

    private var entries: [String: [Entry]] = [:]

    /// Replaces what a file declares and returns the names whose answers changed.
    mutating func replace(_ old: [LocatedType], with new: [LocatedType], module: Int, path: String) -> Set<String> {
        var changed: Set<String> = []
        for name in Set(old.map(\.declaration.name)).union(new.map(\.declaration.name)) {
            let before = old.filter { $0.declaration.name == name }
            let after = new.filter { $0.declaration.name == name }
            guard before != after else { continue }
            changed.insert(name)
            var list = (entries[name] ?? []).filter { $0.path != path || $0.module != module }
            list += after.enumerated().map { Entry(module: module, path: path, place: $0, located: $1) }
            list.sort { ($0.module, $0.path, $0.place) < ($1.module, $1.path, $1.place) }
            entries[name] = list.isEmpty ? nil : list
        }
        return changed
    }

    func types(named name: String) -> [LocatedType] { entries[name]?.map(\.located) ?? [] }
}
