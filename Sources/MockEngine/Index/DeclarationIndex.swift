internal import MockGeneration
internal import MockModel
internal import SystemPackage

/// All sources of the project, and their types by simple name.
struct DeclarationIndex: Sendable {
    fileprivate struct Entry: Sendable, Comparable {
        var module: Int
        var path: DiskPath
        /// Place in the file.
        var place: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.module, left.path, left.place) < (right.module, right.path, right.place)
        }
    }

    let project: Project
    /// The modules whose sources are read.
    let sourceModules: Set<String>
    /// Where the mocks of each module are compiled, if that is another module whose sources are read.
    let modulesWithMocks: [Int?]
    var sources: [DiskPath: SourceRecord] = [:]
    private var entries: [NameKey: [Entry]] = [:]

    init(project: Project) {
        self.project = project
        sourceModules = Set(project.modules.map(\.name))
        modulesWithMocks = project.modules.indices.map(project.moduleWithMocks)
    }

    /// Replaces what a file declares and returns the names whose answers changed.
    mutating func replace(_ old: CodedFile, with new: CodedFile, module: Int, path: DiskPath) -> Set<NameKey> {
        guard old != new else { return [] }
        guard old != .empty else { return add(new, module: module, path: path) }
        let (before, after) = (Self.places(old), Self.places(new))
        // A declaration is answered together with the imports of its file.
        let importsDiffer = !old.hasEqualImports(new)
        var changed: Set<NameKey> = []
        for key in Set(before.keys).union(after.keys) {
            let (earlier, later) = (before[key] ?? [], after[key] ?? [])
            guard importsDiffer || earlier.map(old.bytes(ofType:)) != later.map(new.bytes(ofType:)) else { continue }
            changed.insert(key)
        }
        // Places may have moved though the declarations did not change.
        for key in before.keys { entries[key]?.removeAll { $0.path == path } }
        _ = add(new, module: module, path: path)
        for key in before.keys where entries[key]?.isEmpty == true { entries[key] = nil }
        return changed
    }

    private mutating func add(_ file: CodedFile, module: Int, path: DiskPath) -> Set<NameKey> {
        insert(file, module: module, path: path)
        return Set(file.keys)
    }

    mutating func reserveCapacity(_ names: Int) { entries.reserveCapacity(names) }

    /// Adds what a file declares that was not known so far. Answers must not depend on the order in which files come.
    mutating func insert(_ file: CodedFile, module: Int, path: DiskPath) {
        for place in 0..<file.count {
            entries[file.key(at: place), default: []].insert(Entry(module: module, path: path, place: place))
        }
    }

    private static func places(_ file: CodedFile) -> [NameKey: [Int]] {
        var places: [NameKey: [Int]] = [:]
        for place in 0..<file.count { places[file.key(at: place), default: []].append(place) }
        return places
    }

    /// Whether any type has that name.
    func declares(_ name: String) -> Bool { entries[nameKey(name)] != nil }

    /// The types of that name, in an order that does not depend on that of the files.
    ///
    /// - Parameter own: what one file declares, place by place, which need not be decoded again.
    func types(named name: String, decoded own: (path: DiskPath, types: [LocatedType?])? = nil) -> [LocatedType] {
        guard let found = entries[nameKey(name)] else { return [] }
        return found.compactMap { entry in
            if project.modules[entry.module].isReadForNames { return nil }
            if let own, own.path == entry.path, entry.place < own.types.count { return own.types[entry.place] }
            return located(at: entry.place, in: entry.path)
        }.filter { $0.declaration.name == name }
    }

    /// Whether a module has a type of that name that all of it can see, in no other type and under all conditions.
    func declares(_ name: String, inModule module: Int) -> Bool {
        guard let found = entries[nameKey(name)] else { return false }
        return found.contains { entry in
            guard entry.module == module, let type = sources[entry.path]?.file.type(at: entry.place) else {
                return false
            }
            return type.name == name && type.enclosing.isEmpty && type.conditions.isEmpty && type.access >= .internal
        }
    }

    /// The types of a file as the rest of the project sees them.
    func located(in path: DiskPath) -> [LocatedType] { decoded(in: path).compactMap(\.self) }

    /// The same place by place; `nil` for what cannot be decoded.
    func decoded(in path: DiskPath) -> [LocatedType?] {
        (0..<(sources[path]?.file.count ?? 0)).map { located(at: $0, in: path) }
    }

    private func located(at place: Int, in path: DiskPath) -> LocatedType? {
        guard let record = sources[path], let type = record.file.type(at: place) else { return nil }
        let module = project.modules[record.module]
        return LocatedType(
            module: module.name, path: project.displayPath(of: path), declaration: type, imports: record.file.imports,
            mockName: module.mockName(of: type))
    }
}

extension [DeclarationIndex.Entry] {
    /// Few types share a name, so the place is found from the end.
    fileprivate mutating func insert(_ entry: Element) {
        var place = endIndex
        while place > startIndex, entry < self[place - 1] { place -= 1 }
        insert(entry, at: place)
    }
}
