internal import MockGeneration
internal import MockModel
internal import SystemPackage

/// All sources of the project, and their types by simple name.
struct DeclarationIndex: Sendable {
    private struct Entry: Sendable, Comparable {
        var module: Int
        var path: DiskPath
        /// The index in the file's types.
        var index: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.module, left.path, left.index) < (right.module, right.path, right.index)
        }
    }

    /// Replaced by one that differs in its templates only: nothing here depends on them.
    var project: Project
    /// The styles whose names are separated from those of the project's types.
    let styles: StyleTable
    /// These names as keys. Every mock looks them up, so no mock's record has them.
    let universalNames: Set<NameKey>
    /// The modules whose sources are read.
    let sourceModules: Set<String>
    /// The modules with sources that are not there at present; empty in nearly all projects.
    let absences: [String: Set<Module.Absence>]
    /// For each module, the module that compiles its mocks, if that is another one whose sources are read.
    let modulesWithMocks: [Int?]
    private let flags: [KnownFlags]
    /// For each module, true if its package was fetched.
    private let fetched: [Bool]
    var sources: [DiskPath: SourceRecord] = [:]
    /// Built when the first output is resolved: a start without changes never needs it.
    private var names: NameTable?

    init(project: Project) {
        self.project = project
        styles = StyleTable.builtIn.adding(project.modules.lazy.map(\.settings.style))
        universalNames = Set(styles.usedNames.words.map(nameKey))
        sourceModules = Set(project.modules.map(\.name))
        absences = project.modules.reduce(into: [:]) { absences, module in
            if !module.absences.isEmpty { absences[module.name, default: []].formUnion(module.absences) }
        }
        let modulesWithMocks = project.modulesWithMocks
        self.modulesWithMocks = modulesWithMocks
        fetched = project.modules.map(project.buildFolder.holdsFetched)
        flags = zip(project.modules, modulesWithMocks).map { module, mocks in
            KnownFlags(of: module, mocks: mocks.map { project.modules[$0] })
        }
    }

    /// Replaces the declarations of a file and returns the names whose answers changed.
    mutating func replace(_ old: CodedFile, with new: CodedFile, path: DiskPath) -> [NameKey] {
        guard old != new else { return [] }
        guard old != .empty else { return add(new, path: path) }
        let (before, after) = (Self.indices(old), Self.indices(new))
        // An answer includes the imports of the declaring file.
        let importsDiffer = !old.hasEqualImports(new)
        var changed: [NameKey] = []
        for key in Set(before.keys).union(after.keys) {
            let (earlier, later) = (before[key] ?? [], after[key] ?? [])
            guard importsDiffer || earlier.map(old.bytes(ofType:)) != later.map(new.bytes(ofType:)) else { continue }
            changed.append(key)
        }
        for key in after.keys where before[key] == nil { names?.add(key, path) }
        return changed
    }

    private mutating func add(_ file: CodedFile, path: DiskPath) -> [NameKey] {
        let keys = file.keys
        for key in keys { names?.add(key, path) }
        return keys
    }

    /// Builds the table of names, if necessary, before lookups by name.
    mutating func prepare() {
        guard names?.isWorn ?? true else { return }
        names = NameTable(of: sources) { $0[$1].file.keys }
    }

    private static func indices(_ file: CodedFile) -> [NameKey: [Int]] {
        var indices: [NameKey: [Int]] = [:]
        for index in 0..<file.count { indices[file.key(at: index), default: []].append(index) }
        return indices
    }

    /// True if any type has that name.
    func declares(_ name: String) -> Bool { !entries(of: nameKey(name)).isEmpty }

    /// The types of a name in the sources.
    struct Answer: Sendable {
        let key: NameKey
        /// The types, in an order that does not depend on that of the files.
        var types: [LocatedType] = []
        /// The extensions of a type of that name that ask for a mock, in the same order.
        var requests: [LocatedType] = []
        /// True if the requested module declares the name at top level, unconditionally and visible in the whole
        /// module.
        var isDeclaredInModule = false
        /// The declarations of the name at top level of that module, with any access: a second type of that name under
        /// conditions that can hold at the same time would be an error.
        var declaredInModule: [(path: DiskPath, conditions: [String])] = []
    }

    /// - Parameters:
    ///   - module: the module for `isDeclaredInModule` and `fileInModule`, if any.
    ///   - dialect: that of the code that uses the answer, if it matters.
    ///   - decodedFile: the decoded types of one file, by index, which are not decoded again.
    func answer(
        for name: String, inModule module: Int? = nil, dialect: Dialect? = nil,
        decoded decodedFile: (path: DiskPath, types: [LocatedType?])? = nil
    ) -> Answer {
        var answer = Answer(key: nameKey(name))
        for entry in entries(of: answer.key) {
            if entry.module == module, let type = sources[entry.path]?.file.type(at: entry.index),
                type.name == name, type.enclosing.isEmpty, type.kind != .extension,
                let compiled = flags[entry.module].decide(type)
            {
                if type.conditions.isEmpty, type.access >= .internal { answer.isDeclaredInModule = true }
                answer.declaredInModule.append((entry.path, compiled.conditions))
            }
            if project.modules[entry.module].isReadForNames { continue }
            let isDecoded = decodedFile.map { $0.path == entry.path && entry.index < $0.types.count } ?? false
            let type =
                isDecoded ? decodedFile?.types[entry.index] : located(at: entry.index, in: entry.path, dialect)
            guard let type, type.declaration.name == name else { continue }
            if type.declaration.kind == .extension { answer.requests.append(type) } else { answer.types.append(type) }
        }
        return answer
    }

    /// Returns the entries of a name, in an order that does not depend on that of the files.
    private func entries(of key: NameKey) -> [Entry] {
        var files = names?.files(of: key) ?? Array(sources.keys)
        if files.count > 1 { files = Array(Set(files)) }
        var entries: [Entry] = []
        for path in files {
            guard let record = sources[path] else { continue }
            for index in 0..<record.file.count where record.file.key(at: index) == key {
                entries.append(Entry(module: record.module, path: path, index: index))
            }
        }
        return entries.count > 1 ? entries.sorted() : entries
    }

    /// Returns an earlier type whose mock has the same name and is compiled in the same module. Two in one file are
    /// found when that file is assembled; types under `#if` conditions may share a name.
    ///
    /// - Parameter types: all types of that name, in order.
    func precedent(of located: LocatedType, among types: [LocatedType]) -> Precedent? {
        guard types.count > 1, let target = mockTargetName(of: located) else { return nil }
        // The types of a file are adjacent, so a type before its first one is before all of them.
        let earlier = types.prefix { $0.path != located.path || $0.module != located.module }.first { other in
            other.mockName == located.mockName && other.declaration.mayHaveMock && mockTargetName(of: other) == target
        }
        return earlier.map { .mock(path: $0.path, target: project.displayPath(of: FilePath(target))) }
    }

    /// Returns an earlier type whose mock has the same name as the one that an extension asks for.
    ///
    /// - Parameters:
    ///   - type: the extended type as it is mocked.
    ///   - types: all types of that name.
    ///   - requests: all extensions of a type of that name, in order.
    ///   - isSameType: returns true for the extended type, and for a request for it.
    func precedent(
        ofRequest request: LocatedType, for type: LocatedType, among types: [LocatedType], _ requests: [LocatedType],
        isSameType: (LocatedType) -> Bool
    ) -> Precedent? {
        guard let target = project.modules.first(where: { $0.name == type.module && $0.output != nil })?.mockTargetName
        else { return nil }
        let others = types.filter(\.declaration.mayHaveMock) + requests.prefix { $0.path != request.path }
        let earlier = others.first { other in
            other.mockName == request.mockName && other.declaration.enclosing == type.declaration.enclosing
                && Self.surelyMeet(other.declaration.conditions, request.declaration.conditions)
                && project.modules.contains {
                    $0.name == other.module && $0.output != nil && $0.mockTargetName == target
                }
        }
        return earlier.map { other in
            isSameType(other)
                ? .request(path: other.path)
                : .mock(path: other.path, target: project.displayPath(of: FilePath(target)))
        }
    }

    /// True if two declarations are compiled together wherever one of them is.
    private static func surelyMeet(_ conditions: [String], _ others: [String]) -> Bool {
        Set(conditions).isSubset(of: others) || Set(others).isSubset(of: conditions)
    }

    /// Returns the file that declares the mock's name in the module that compiles the mock.
    ///
    /// - Parameter declared: the declarations of that name in that module.
    func precedent(
        of located: LocatedType, among declared: [(path: DiskPath, conditions: [String])], module number: Int
    ) -> Precedent? {
        // The mock of a nested type is nested, too.
        guard located.declaration.enclosing.isEmpty else { return nil }
        let collision = declared.first { Self.canHoldOnLinux(located.declaration.conditions + $0.conditions) }
        guard let collision else { return nil }
        let pattern = project.modules[number].settings.name.pattern
        return .declaration(
            path: project.displayPath(of: collision.path),
            otherPattern: pattern == "{name}Mock" ? "Mock{name}" : "{name}Mock")
    }

    /// True if conditions of `#if` can all be met on Linux.
    private static func canHoldOnLinux(_ conditions: [String]) -> Bool {
        !conditions.contradict && !conditions.contains(where: \.excludesLinux)
    }

    private func mockTargetName(of located: LocatedType) -> String? {
        guard located.declaration.conditions.isEmpty, located.declaration.enclosing.isEmpty else { return nil }
        return project.modules.first { $0.name == located.module && $0.output != nil }?.mockTargetName
    }

    /// The key of a dependency on the exported imports of a module. It is no name of a type.
    static func keyOfReexports(by module: String) -> NameKey { nameKey("exports by \(module)") }

    /// Returns the exported imports of a module, in the order of its sources.
    func reexports(by module: String) -> [ImportDeclaration] {
        sources.filter { project.modules[$0.value.module].name == module }.sorted(byPath: \.key)
            .flatMap(\.value.file.reexports)
    }

    /// Returns the path of a source that messages show so.
    ///
    /// `Project.absolutePath(of:)` compares the path with the places of all modules, which may be a thousand files.
    func path(ofSource displayPath: String) -> DiskPath {
        let paths = project.pathPrefixes.originals(of: displayPath).map { DiskPath($0) }
        return (paths + [project.rootPath.appending(displayPath)]).first { sources[$0] != nil }
            ?? DiskPath(project.absolutePath(of: displayPath))
    }

    /// Returns the declaration with the flags of its module evaluated; `nil` if it is not compiled.
    func decide(_ declaration: TypeDeclaration, in module: Int) -> TypeDeclaration? {
        flags[module].decide(declaration)
    }

    /// Returns the imports of a file that the flags of its module leave.
    func decide(_ imports: [ImportDeclaration], in module: Int) -> [ImportDeclaration] {
        flags[module].decide(imports)
    }

    /// Returns the types of a file as the rest of the project sees them.
    func located(in path: DiskPath) -> [LocatedType] { decoded(in: path).compactMap(\.self) }

    /// Returns these types by index; `nil` for a type that cannot be decoded or is not compiled.
    ///
    /// - Parameter dialect: that of the code that uses them, if it matters.
    func decoded(in path: DiskPath, for dialect: Dialect? = nil) -> [LocatedType?] {
        decoded(in: path, dialect) { 0..<$0 }
    }

    private func located(at index: Int, in path: DiskPath, _ dialect: Dialect?) -> LocatedType? {
        decoded(in: path, dialect) { _ in index..<index + 1 }.first ?? nil
    }

    /// - Parameter indices: returns the indices to decode, given the number of types.
    private func decoded(
        in path: DiskPath, _ dialect: Dialect?, _ indices: (Int) -> Range<Int>
    ) -> [LocatedType?] {
        guard let record = sources[path] else { return [] }
        let (file, module) = (record.file, project.modules[record.module])
        let (flags, isFetched) = (flags[record.module], fetched[record.module])
        let (displayPath, imports) = (project.displayPath(of: path), flags.decide(file.imports))
        let translation = dialect?.translation(from: module.target.dialect)
        return indices(file.count).map { index in
            file.type(at: index).flatMap(flags.decide).map { type in
                LocatedType(
                    module: module.name, path: displayPath, declaration: translation?(type) ?? type,
                    imports: imports, mockName: module.mockName(of: type),
                    isMainActorByDefault: module.target.isMainActorByDefault, isFetched: isFetched,
                    isOfOtherPackage: module.isOfOtherPackage,
                    inheritsIsolation: module.target.languageMode != "5", asyncDefault: translation?.asyncDefault,
                    digest: translation == nil ? file.bytes(ofType: index).withUnsafeBytes { ContentHash($0) } : nil)
            }
        }
    }
}

extension TypeDeclaration {
    /// True if the declaration alone does not rule out a mock.
    fileprivate var mayHaveMock: Bool {
        access >= .internal && (kind == .protocol || kind == .class && !modifiers.contains("final"))
    }
}
