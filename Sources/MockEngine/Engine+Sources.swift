internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// From the disk to declarations: which files are sources, reading, parsing, the index.
extension Engine {
    /// A file that belongs to a module.
    struct Source: Hashable, Sendable {
        var path: FilePath
        var module: Int
        var displayPath: String
    }

    /// A source as it was read; what is equal to the last state was not parsed.
    struct LoadedSource: Sendable {
        enum Content: Sendable {
            case unchanged
            case parsed(ParsedSource, ContentHash)
            case failed(FileSystemError)
        }

        var source: Source
        var content: Content
    }

    // MARK: Finding

    /// Every source of the modules. One that two modules claim belongs to the first.
    func findSources(in modules: Set<Int>, _ pass: inout Pass) -> [Source] {
        var found: [FilePath: Source] = [:]
        for index in modules.sorted() {
            for root in project.modules[index].sources {
                if root.extension == "swift" {
                    add(root, index, to: &found)
                } else {
                    walk(root, index, &found, &pass)
                }
            }
        }
        return found.values.sorted { $0.path.string < $1.path.string }
    }

    private func walk(_ folder: FilePath, _ module: Int, _ found: inout [FilePath: Source], _ pass: inout Pass) {
        do {
            for entry in try fileSystem.entries(of: folder) {
                let path = folder.appending(entry.name)
                switch entry.kind {
                case .file: add(path, module, to: &found)
                case .directory where !entry.isLink && !Self.isIgnored(entry.name):
                    walk(path, module, &found, &pass)
                default: break
                }
            }
        } catch {
            pass.unreadableFolders.append(error)
        }
    }

    private func add(_ path: FilePath, _ module: Int, to found: inout [FilePath: Source]) {
        guard found[path] == nil, isSource(path, of: project.modules[module]) else { return }
        found[path] = Source(path: path, module: module, displayPath: project.displayPath(of: path))
    }

    private func isSource(_ path: FilePath, of module: Module) -> Bool {
        guard path.extension == "swift", path.lastComponent?.string.hasPrefix(".") == false else { return false }
        return !isOutput(path) && !module.excludes(path, root: project.root)
    }

    /// Folders that hold other people's code or nobody's.
    static func isIgnored(_ name: FilePath.Component) -> Bool { name.string.hasPrefix(".") }

    /// The source at a path, whether the file exists or not.
    func source(at path: FilePath) -> Source? {
        for index in activeModules.sorted() where isSource(path, of: project.modules[index]) {
            let module = project.modules[index]
            let belongs = module.sources.contains { root in
                path == root || (path.starts(with: root) && !hasIgnoredFolder(path, below: root))
            }
            if belongs {
                return Source(path: path, module: index, displayPath: project.displayPath(of: path))
            }
        }
        return nil
    }

    private func hasIgnoredFolder(_ path: FilePath, below root: FilePath) -> Bool {
        path.components.dropFirst(root.components.count).dropLast().contains(where: Self.isIgnored)
    }

    /// Starts to read the modules that files with mocks, or modules read for them, import; returns the new ones.
    ///
    /// A project has many times more code in its dependencies than mocks that could need it.
    mutating func activateImportedModules() -> Set<Int> {
        var imported: Set<String> = []
        for record in sources.values where !record.file.types.isEmpty {
            if project.modules[record.module].output == nil || declaresMocks(record) {
                imported.formUnion(record.file.imports.map(\.module))
            }
        }
        let new = project.modules.indices.filter { index in
            !activeModules.contains(index) && imported.contains(project.modules[index].name)
        }
        activeModules.formUnion(new)
        return Set(new)
    }

    /// The same after an edit that brought an import.
    mutating func loadImportedModules(_ pass: inout Pass) {
        guard !pass.touchedSources.isEmpty else { return }
        var new = activateImportedModules()
        while !new.isEmpty {
            for source in findSources(in: new, &pass) { take(Self.load(source, fileSystem, known: nil), &pass) }
            new = activateImportedModules()
        }
    }

    // MARK: Reading

    /// Reads and parses many files side by side.
    func load(_ found: [Source]) async -> [LoadedSource] {
        let (fileSystem, sources, parallelism, progress) = (fileSystem, sources, parallelism, progress)
        progress.found(found.count)
        let chunkSize = 64
        let chunks = stride(from: 0, to: found.count, by: chunkSize).map {
            found[$0..<min($0 + chunkSize, found.count)]
        }
        return await withTaskGroup(of: (Int, [LoadedSource]).self) { group in
            var results = [[LoadedSource]](repeating: [], count: chunks.count)
            for (number, chunk) in chunks.enumerated() {
                if number >= parallelism, let (done, loaded) = await group.next() { results[done] = loaded }
                group.addTask {
                    let loaded = chunk.compactMap { source -> LoadedSource? in
                        if progress.isStopping { return nil }
                        defer { progress.didRead() }
                        return Self.load(source, fileSystem, known: sources[source.path])
                    }
                    return (number, loaded)
                }
            }
            for await (number, loaded) in group { results[number] = loaded }
            return results.flatMap(\.self)
        }
    }

    static func load(_ source: Source, _ fileSystem: any FileSystem, known: SourceRecord?) -> LoadedSource {
        do {
            let bytes = try fileSystem.contents(of: source.path)
            let hash = ContentHash(bytes)
            if let known, known.hash == hash, known.module == source.module {
                return LoadedSource(source: source, content: .unchanged)
            }
            let parsed = SourceParser().parse(bytes, path: source.displayPath)
            return LoadedSource(source: source, content: .parsed(parsed, hash))
        } catch {
            return LoadedSource(source: source, content: .failed(error))
        }
    }

    // MARK: Taking over

    mutating func take(_ loaded: LoadedSource, _ pass: inout Pass) {
        let path = loaded.source.path
        pass.report.work.read += 1
        switch loaded.content {
        case .unchanged: break
        case .failed(let error) where error.errno == .noSuchFileOrDirectory: forget(path, &pass)
        case .failed(let error):
            problems[path] = [
                Diagnostic(
                    path: loaded.source.displayPath, position: nil, severity: .error,
                    message: "cannot read the file: \(error.errno); its mocks stay as they are", code: "unreadable")
            ]
        case .parsed(let parsed, let hash):
            pass.report.work.parsed += 1
            take(parsed, hash, of: loaded.source, &pass)
        }
    }

    private mutating func take(_ parsed: ParsedSource, _ hash: ContentHash, of source: Source, _ pass: inout Pass) {
        let old = sources[source.path]
        var record =
            old
            ?? SourceRecord(
                displayPath: source.displayPath, module: source.module, hash: hash, file: .empty,
                positions: DeclarationPositions(), diagnostics: [], isBroken: false)
        record.update(parsed, hash: hash)
        record.module = source.module
        sources[source.path] = record
        // What is wrong in the code of others is not for this user to mend.
        let isOwn = project.modules[source.module].output != nil
        problems[source.path] = record.diagnostics.isEmpty || !isOwn ? nil : record.diagnostics
        let before = old.map { located($0) } ?? []
        let names = index.replace(
            before, with: located(record), module: source.module, path: source.displayPath)
        guard !names.isEmpty || old?.file.imports != record.file.imports else { return }
        pass.changedNames.formUnion(names)
        pass.touchedSources.insert(source.path)
    }

    mutating func forget(_ path: FilePath, _ pass: inout Pass) {
        problems[path] = nil
        guard let old = sources.removeValue(forKey: path) else { return }
        pass.changedNames.formUnion(
            index.replace(located(old), with: [], module: old.module, path: old.displayPath))
        pass.touchedSources.insert(path)
    }

    /// The types of a file as the rest of the project sees them.
    func located(_ record: SourceRecord) -> [LocatedType] {
        let module = project.modules[record.module]
        return record.file.types.map { type in
            LocatedType(
                module: module.name, path: record.displayPath, declaration: type, imports: record.file.imports,
                mockName: module.mockName(of: type))
        }
    }
}
