internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// From the disk to declarations: reading, parsing, the index. Engine+Finding finds the sources.
extension Engine {
    /// A file that belongs to a module.
    struct Source: Hashable, Sendable {
        var path: DiskPath
        var module: Int
    }

    /// The result of loading a source.
    struct LoadedSource: Sendable {
        enum Content: Sendable {
            /// The bytes are the same.
            case unchanged(FileSignature?)
            /// The bytes are those of a file that was read before.
            case remembered(DigestedSource, FileSignature?)
            case parsed(DigestedSource, FileSignature?)
            /// The file declared mocks before and is empty now.
            case emptied
            case failed(FileSystemError)
            /// Processes died while they parsed these bytes.
            case quarantined
        }

        var source: Source
        var content: Content
    }

    func isReadForNames(_ module: Int) -> Bool { project.modules[module].isReadForNames }

    // MARK: Reading

    /// Reads and parses in parallel, and applies the results in the order of the paths.
    mutating func load(_ found: [Source], _ pass: inout Pass) {
        let found = found.sorted(byPath: \.path)
        progress.found(found.count { !isReadForNames($0.module) })
        guard sources.isEmpty else {
            for case let source? in workers.map(found.count, loader(of: found)) { take(source, &pass) }
            return
        }
        // In a first scan the loads depend on no earlier results, so each result is applied at once.
        let load = loader(of: found)
        sources.reserveCapacity(found.count)
        pass.expectSources(found.count)
        workers.forEach(found.count, load) { if let source = $0 { take(source, &pass) } }
    }

    /// Returns a function that loads one of the sources by its number.
    private func loader(of found: [Source]) -> @Sendable (Int) -> LoadedSource? {
        { [fileSystem, index, memory, journal, progress, holdsEmptiedSources] number in
            if progress.isStopping { return nil }
            let isShown = !index.project.modules[found[number].module].isReadForNames
            defer { if isShown { progress.didRead() } else { progress.didStep() } }
            return Self.load(found[number], fileSystem, index, memory, journal, holdsEmptied: holdsEmptiedSources)
        }
    }

    /// Returns `nil`, without reading, if the file is in the state in which it was read before.
    private static func load(
        _ source: Source, _ fileSystem: any FileSystem, _ index: DeclarationIndex, _ memory: DigestMemory,
        _ journal: WorkJournal?, holdsEmptied: Bool
    ) -> LoadedSource? {
        let path = source.path.filePath
        let known = index.sources[source.path].flatMap { $0.module == source.module ? $0 : nil }
        if let signature = known?.signature, signature == fileSystem.signature(of: path) { return nil }
        do {
            let contents = try fileSystem.file(at: path, limit: LocalFileSystem.largestSource)
            if holdsEmptied, known?.declaresMocks == true, contents.bytes.allSatisfy(\.isSpace) {
                return LoadedSource(source: source, content: .emptied)
            }
            let hash = ContentHash(contents.bytes)
            if let known, known.hash == hash {
                return LoadedSource(source: source, content: .unchanged(contents.signature))
            }
            let displayPath = index.project.displayPath(of: source.path)
            if let digest = memory.digest(of: hash, module: source.module)?.named(displayPath) {
                return LoadedSource(source: source, content: .remembered(digest, contents.signature))
            }
            if journal?.isQuarantined(hash, .reading) == true {
                return LoadedSource(source: source, content: .quarantined)
            }
            let read = journal.working(on: hash, .reading) {
                digest(contents.bytes, hash, displayPath, of: source.module, index)
            }
            return LoadedSource(source: source, content: .parsed(read, contents.signature))
        } catch {
            return LoadedSource(source: source, content: .failed(error))
        }
    }

    private static func digest(
        _ bytes: [UInt8], _ hash: ContentHash, _ path: String, of number: Int, _ index: DeclarationIndex
    ) -> DigestedSource {
        let start = ContinuousClock.now
        let module = index.project.modules[number]
        let parsed = parse(bytes, path, index.styles.usedNames, of: module)
        return DigestedSource(parsed, path, hash: hash, parseTime: .now - start, module: module)
    }

    private static func parse(
        _ bytes: [UInt8], _ path: String, _ usedNames: WordSet, of module: Module
    ) -> ParsedSource {
        // In a module where mocks are compiled, a generated file declares no types of the user's.
        let holdsMocks = module.isReadForNames || module.importStyle == .none
        if holdsMocks, GeneratedMarker.isPresent(in: bytes) { return ParsedSource(file: .empty) }
        let parser = SourceParser(extent: module.isReadForNames ? .names : .declarations, usedNames: usedNames)
        return parser.parse(bytes, path: path)
    }

    // MARK: Applying results

    private mutating func take(_ loaded: LoadedSource, _ pass: inout Pass) {
        let path = loaded.source.path
        let isShown = !isReadForNames(loaded.source.module)
        if !emptiedSources.isEmpty || loaded.content.isEmptied { noteEmptied(path, loaded.content.isEmptied) }
        switch loaded.content {
        case .failed(let error) where error.errno.meansMissing: forget(path, &pass)
        case .failed where !isShown: break
        case .emptied: noteRead(path)
        case .failed(let error) where error.errno == .fileTooLarge:
            noteRead(path)
            problems[path] = [tooLarge(path)]
        case .quarantined: noteQuarantined(path, in: loaded.source.module)
        case .failed(let error): noteUnread(error, path, isFolder: false, in: loaded.source.module)
        case .unchanged(let signature):
            noteRead(path)
            showProblems(of: path)
            guard signature != sources[path]?.signature else { break }
            sources[path]?.signature = signature
            pass.news.touchedSources.insert(path)
        case .remembered(let digest, let signature): take(digest, signature, of: loaded.source, &pass)
        case .parsed(let digest, let signature):
            if isShown { pass.report.work.parsed += 1 }
            take(digest, signature, of: loaded.source, &pass)
        }
        if isShown { pass.report.work.read += 1 }
    }

    private func tooLarge(_ path: DiskPath) -> Diagnostic {
        Diagnostic(
            path: project.displayPath(of: path), position: nil, severity: .error,
            message:
                "the file is larger than \(LocalFileSystem.largestSource / 1_048_576) MiB and is not read; exclude it, or split it",
            code: "too-large")
    }

    private mutating func take(
        _ digest: DigestedSource, _ signature: FileSignature?, of source: Source, _ pass: inout Pass
    ) {
        let path = source.path
        noteRead(path)
        let old = sources[path]
        if let old { memory.keep(old) }
        var record = old ?? SourceRecord(module: source.module, hash: digest.hash)
        record.update(digest)
        record.module = source.module
        record.signature = signature
        sourcesOfNames +=
            (isReadForNames(source.module) ? 1 : 0) - (old.map { isReadForNames($0.module) } == true ? 1 : 0)
        if record.tells(sameAs: old) {
            pass.news.touchedSources.insert(path)
        } else {
            pass.news.sources.insert(path)
        }
        membership.replaceImports(of: old, with: record)
        sources[path] = record
        if let old, old.positions != record.positions { pass.movedSources.insert(path) }
        noteBroken(path, record)
        showProblems(of: path)
        let before = old?.file ?? .empty
        guard before != record.file else { return }
        let changed = index.replace(before, with: record.file, path: path)
        // Before the first output no mock depends on a name.
        if !outputs.isEmpty { pass.note(changed, from: path) }
        pass.touchedSources.insert(path)
    }

    mutating func noteBroken(_ path: DiskPath, _ record: SourceRecord) {
        if record.isUnknown { unknownSources.insert(path) } else { unknownSources.remove(path) }
    }

    /// Shows the problems of a source. The user cannot mend those of modules that are read for others, so they are left
    /// out.
    mutating func showProblems(of path: DiskPath) {
        guard let record = sources[path] else { return }
        let shown = record.diagnostics.isEmpty || !isMendable(record.module) ? nil : record.diagnostics
        if problems[path] != shown { problems[path] = shown }
    }

    private func isMendable(_ module: Int) -> Bool {
        project.modules[module].output != nil || project.modules[module].lacksTests || isReadForNames(module)
    }

    mutating func forget(_ path: DiskPath, _ pass: inout Pass) {
        noteRead(path)
        emptiedSources[path] = nil
        if problems[path] != nil { problems[path] = nil }
        guard let old = sources.removeValue(forKey: path) else { return }
        memory.keep(old)
        membership.replaceImports(of: old, with: nil)
        unknownSources.remove(path)
        if isReadForNames(old.module) { sourcesOfNames -= 1 }
        let changed = index.replace(old.file, with: .empty, path: path)
        pass.note(changed, from: path)
        pass.touchedSources.insert(path)
        if let output = old.output {
            pass.abandoned[path] = output
            pass.regrouped.insert(leaveLayout(path, old.module))
        }
        pass.news.goneSources.insert(path)
    }
}

extension Engine.LoadedSource.Content {
    fileprivate var isEmptied: Bool { if case .emptied = self { true } else { false } }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self &- 9 < 5 }
}
