internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// Brings one output up to date: resolve, render, compare, write. It writes only what differs, and touches only our
/// files.
///
/// Several outputs are updated in parallel on the same declarations; the results are applied afterwards.
struct OutputSettling: Sendable {
    let index: DeclarationIndex
    let interfaces: ModuleInterfaces?
    let policy: OutputPolicy
    let fileSystem: any FileSystem
    let journal: WorkJournal?
    /// False for many outputs at once, which do not wait for the disk one by one.
    let isDurable: Bool
    /// True to replace outputs that a power cut left empty or cut off: nothing in them can be lost. At any other time
    /// an empty file is one that an editor has emptied to fill it again.
    let mendsTornOutputs: Bool
    let unread: UnreadPlaces
    /// True if the declarations of some sources are unknown.
    private let hidesTypes: Bool
    /// The threads for one output: a file with the mocks of a whole module can use all of them.
    private let workers: WorkerThreads
    /// Remembers the answers about names that many files declare.
    private let answers = FrequentNames()
    // The same for every output.
    private let sourceModules: Set<String>
    private let declaredNamesOfStyles: [String]

    init(
        index: DeclarationIndex, interfaces: ModuleInterfaces?, policy: OutputPolicy, fileSystem: any FileSystem,
        journal: WorkJournal?, unread: UnreadPlaces, hasUnknownSources: Bool, isDurable: Bool, mendsTornOutputs: Bool,
        workers: WorkerThreads
    ) {
        self.workers = workers
        self.unread = unread
        hidesTypes = hasUnknownSources || !unread.isEmpty
        self.index = index
        self.interfaces = interfaces
        self.policy = policy
        self.fileSystem = fileSystem
        self.journal = journal
        self.isDurable = isDurable
        self.mendsTornOutputs = mendsTornOutputs
        sourceModules = index.sourceModules
        declaredNamesOfStyles = index.styles.usedNames.words.filter(index.declares).sorted()
    }

    /// The new state of an output, and what was done for it.
    struct Settled: Sendable {
        enum Deed: Sendable {
            case nothing, unchanged, written(FilePath), removed
            /// It may be the last good mock of a source that cannot be read or understood.
            case kept
            /// Nothing asks for it, and it was edited.
            case orphaned
            case drifted(expected: String?)
            case failed(FileSystemError)
        }

        var path: DiskPath
        var record: OutputRecord
        var deed = Deed.nothing
        var resolved = 0
        var rendered = 0
        /// True if the record has changed.
        var isNews = false
        /// True if its state has changed, which the cache does not keep: each run finds it anew.
        var hasNewState = false
    }

    /// - Parameters:
    ///   - cause: The reason why the text may have changed; `nil` to compare the file on disk only.
    ///   - isHeld: True if the text must not be written, because it is known to lack mocks.
    func settle(_ path: DiskPath, _ record: OutputRecord, because cause: Engine.Cause?, isHeld: Bool) -> Settled {
        let suspects = quarantined(record)
        guard suspects.isEmpty else { return keep(path, record, because: cause, for: suspects) }
        var settled = Settled(path: path, record: record)
        let text = cause != nil || record.textHash == nil ? bringTextUpToDate(&settled, cause) : nil
        guard !isHeld else {
            settled.record.state = fileSystem.isMissing(path.filePath) ? .missing : .stale
            settled.hasNewState = settled.record.state != record.state
            return settled
        }
        do {
            if settled.record.mockCount == 0 {
                try clear(&settled)
            } else {
                try bring(&settled, to: text)
            }
        } catch {
            settled.record.state = .failed
            settled.record.signature = nil
            settled.deed = .failed(error)
        }
        if settled.record.signature != record.signature { settled.isNews = true }
        settled.hasNewState = settled.record.state != record.state
        return settled
    }

    /// Returns the text, if it had to be made.
    ///
    /// The first text is made type by type, and only texts are kept. A later one is made only if something that it
    /// depends on has changed.
    private func bringTextUpToDate(
        _ settled: inout Settled, _ cause: Engine.Cause?, always: Bool = false
    ) -> [[UInt8]]? {
        settled.isNews = true
        let isNew = always || settled.record.fingerprint == nil || settled.record.textHash == nil
        let module = index.project.modules[settled.record.module]
        let parts = resolve(&settled, rendering: isNew)
        let fingerprint = Fingerprint(parts.flatMap(\.fingerprints))
        if !isNew, fingerprint == settled.record.fingerprint { return nil }
        settled.record.fingerprint = fingerprint
        let mocks =
            isNew
            ? parts.flatMap(\.mocks)
            : workers.mapRuns(of: parts.count) { [self] range in
                parts[range].flatMap(\.types).map { type in
                    making(type.source) { RenderedMock(type.type, in: module, index: index) }
                }
            }.flatMap(\.self)
        return text(of: mocks, module, &settled, cause)
    }

    private func resolve(_ settled: inout Settled, rendering: Bool) -> [Part] {
        let number = settled.record.module
        let sources = settled.record.sources
        let outputModules = outputModules(of: settled.record)
        let parts = workers.mapRuns(of: sources.count) { [self] range in
            resolve(sources[range], number, outputModules, rendering: rendering)
        }
        settled.record.compiledModules = [:]
        for part in parts {
            settled.resolved += part.fingerprints.count
            for module in part.compiledModules {
                settled.record.compiledModules[module] = interfaces?.version(of: module) ?? ""
            }
        }
        let names = parts.flatMap(\.names)
        settled.record.dependencies = CodedNames((parts.count == 1 ? names : Array(Set(names))).sorted())
        return parts
    }

    /// Returns the modules that the output may import.
    private func outputModules(of record: OutputRecord) -> Set<String> {
        let imports = record.sources.compactMap { index.sources[$0]?.file }.flatMap(\.imports)
        return Set(imports.map(\.module) + index.project.modules[record.module].imports)
    }

    /// Returns a resolver, and a type as it was resolved for the output.
    func resolve(
        _ located: LocatedType, _ mockName: String, in record: OutputRecord
    ) -> (resolver: TypeResolver, type: ResolvedType) {
        resolve(located, mockName, lookup(forModule: record.module), record.module, outputModules(of: record))
    }

    private func resolve(
        _ located: LocatedType, _ mockName: String, _ lookup: RecordingLookup, _ number: Int,
        _ outputModules: Set<String>, _ budget: WorkBudget = WorkBudget()
    ) -> (resolver: TypeResolver, type: ResolvedType) {
        var resolver = resolver(of: located, mockName, lookup, number, outputModules, budget)
        var type = resolver.resolve()
        type.precedent =
            index.precedent(of: located, among: lookup.types(named: located.declaration.name))
            ?? index.precedent(
                of: located, among: lookup.declarationsBesideMock(of: mockName), module: number)
        return (resolver, type)
    }

    private func resolver(
        of located: LocatedType, _ mockName: String, _ lookup: RecordingLookup, _ number: Int,
        _ outputModules: Set<String>, _ budget: WorkBudget
    ) -> TypeResolver {
        TypeResolver(
            located, mockName: mockName, names: index.project.modules[number].style.names,
            lookup: lookup, standardLibrary: StandardLibrary.file, foundation: StandardLibrary.foundation,
            importsModule: index.project.modules[number].importStyle != .none, outputModules: outputModules,
            budget: budget)
    }

    /// The results for some of an output's types.
    private struct Part: Sendable {
        var fingerprints: [Fingerprint] = []
        /// The resolved types, or else their mocks.
        var types: [(source: DiskPath, type: ResolvedType)] = []
        var mocks: [RenderedMock] = []
        var names: [NameKey] = []
        var compiledModules: Set<String> = []
    }

    private func resolve(
        _ sources: ArraySlice<DiskPath>, _ number: Int, _ outputModules: Set<String>, rendering: Bool
    ) -> Part {
        let module = index.project.modules[number]
        let lookup = lookup(forModule: number)
        var part = Part()
        for path in sources {
            making(path) {
                // All mocks of a source together have a limit, too, because each of its lines may declare another type.
                var spent = 0
                for located in lookup.types(in: path) {
                    guard let mockName = located.mockName else { continue }
                    let budget = WorkBudget(ofSourceThatSpent: spent)
                    let type = resolve(located, mockName, lookup, number, outputModules, budget).type
                    part.fingerprints.append(Fingerprint(type))
                    if rendering {
                        part.mocks.append(RenderedMock(type, in: module, index: index))
                    } else {
                        part.types.append((path, type))
                    }
                    spent += budget.spent
                }
            }
        }
        (part.names, part.compiledModules) = (lookup.keys, lookup.compiledModules)
        return part
    }

    func lookup(forModule number: Int) -> RecordingLookup {
        RecordingLookup(
            index, answers: answers, interfaces: interfaces, sourceModules: sourceModules,
            declaredNamesOfStyles: declaredNamesOfStyles, module: number)
    }

    private func text(
        of mocks: [RenderedMock], _ module: Module, _ settled: inout Settled, _ cause: Engine.Cause?
    ) -> [[UInt8]] {
        let sources = settled.record.sources.map(index.project.displayPath)
        let rendering = FileRendering(mocks, sources: sources, module: module)
        settled.rendered += mocks.count
        settled.record.diagnostics = rendering.diagnostics
        settled.record.mockCount = rendering.mockCount
        settled.record.types = CodedTexts(rendering.types)
        settled.record.mocks = CodedTexts(rendering.mocks)
        let hash = ContentHash(pieces: rendering.text)
        if hash != settled.record.textHash {
            settled.record.textHash = hash
            settled.record.signature = nil
            if let cause { settled.record.cause = CodedTexts([name(of: cause)]) }
        }
        return rendering.text
    }

    private func name(of cause: Engine.Cause) -> String {
        switch cause {
        case .changed(let source): index.project.displayPath(of: source)
        case .compiledModule(let name): "the compiled module \(name)"
        }
    }

    // MARK: The file

    private func bring(_ settled: inout Settled, to text: [[UInt8]]?) throws(FileSystemError) {
        let path = settled.path.filePath
        if let signature = settled.record.signature, signature == fileSystem.signature(of: path) {
            settled.deed = .unchanged
            settled.record.state = .current
            return
        }
        settled.record.signature = nil
        var text = text
        let existing: FileContents?
        do {
            existing = try contents(path, limit: LocalFileSystem.largestMocks)
        } catch  where error.errno == .fileTooLarge {
            // The file may hold the mocks of a whole module; then it is about as large as its new text.
            let new = text ?? bringTextUpToDate(&settled, nil, always: true) ?? []
            let limit = 4 * new.reduce(0) { $0 + $1.count }
            guard limit > LocalFileSystem.largestMocks, let found = try? contents(path, limit: limit) else {
                settled.record.state = .conflict
                settled.deed = .drifted(expected: expected(new))
                return
            }
            (text, existing) = (new, found)
        }
        let hash = existing.map { ContentHash($0.bytes) }
        // If the file differs from the remembered text, that text is made again to be written.
        let new =
            text ?? (hash == settled.record.textHash ? nil : bringTextUpToDate(&settled, nil, always: true)) ?? []
        if let existing, hash == settled.record.textHash {
            settled.deed = .unchanged
            settled.record.state = .current
            settled.record.signature = existing.signature
            return
        }
        settled.record.state = state(of: existing?.bytes, at: path)
        if let existing, [.current, .stale].contains(settled.record.state),
            holdsMockOfComplexType(existing.bytes, settled.record)
        {
            keep(existing.bytes, &settled)
            return
        }
        guard settled.record.state == .current else {
            settled.deed = .drifted(expected: expected(new))
            return
        }
        if hidesTypes, let existing,
            isLastGoodMock(existing.bytes, at: settled.path, besides: settled.record.sources)
        {
            settled.record.state = .stale
            settled.deed = .kept
            return
        }
        // No other program writes to our outputs, so the signature counts although it is fresh.
        settled.record.signature = try fileSystem.replace(path, with: new, isDurable: isDurable)
        settled.deed = .written(path)
    }

    /// Returns the state of a file that is not as it should be; `current` if it may be written.
    private func state(of existing: [UInt8]?, at path: FilePath) -> OutputState {
        if let existing, !(mendsTornOutputs && GeneratedMarker.isTorn(existing)) {
            switch existing.isEmpty ? .edited : GeneratedMarker.state(of: existing) {
            case .foreign: return .conflict
            case .edited where !policy.overwritesEdited && !policy.forcedOutputs.contains(path): return .edited
            default: break
            }
        }
        return policy.writes ? .current : existing == nil ? .missing : .stale
    }

    /// Returns the text for the report, if it is not written.
    private func expected(_ text: [[UInt8]]) -> String? {
        policy.writes ? nil : String(decoding: text.joined(), as: UTF8.self)
    }

    private func contents(_ path: FilePath, limit: Int) throws(FileSystemError) -> FileContents? {
        do {
            return try fileSystem.file(at: path, limit: limit)
        } catch  where error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory {
            return nil
        }
    }

    /// Removes the file of an output without mocks, unless the file holds the last good mock of a complex type.
    private func clear(_ settled: inout Settled) throws(FileSystemError) {
        if let existing = mockOfComplexType(at: settled.path, settled.record) { return keep(existing, &settled) }
        settled.record.state = .current
        settled.deed = try remove(settled.path)
    }

    /// Removes an output that nothing asks for any more, if it is ours and unedited.
    ///
    /// - Parameter isOurs: True if no other project can have made it; otherwise the sources in its first line decide.
    func remove(_ path: DiskPath, isOurs: Bool = true) throws(FileSystemError) -> Settled.Deed {
        // A larger file does not hold mocks, and reading it would take long.
        let limit = LocalFileSystem.largestMocks
        let bytes: [UInt8]
        do {
            bytes = try fileSystem.file(at: path.filePath, limit: limit).bytes
        } catch  where error.errno.meansMissing || error.found != nil || error.errno == .fileTooLarge {
            return .nothing
        }
        switch GeneratedMarker.state(of: bytes) {
        case .intact: break
        case .edited: return .orphaned
        case .foreign: return .nothing
        }
        if !isOurs || index.project.configurationFiles.isEmpty, isOfAnotherModule(bytes) { return .nothing }
        if isLastGoodMock(bytes, at: path, besides: []) { return .kept }
        guard policy.writes else { return .drifted(expected: nil) }
        try fileSystem.remove(path.filePath)
        return .removed
    }

    /// True if one of the file's sources belongs to no module with mocks. The file may be another project's then: this
    /// run may know only the module that its arguments describe, or its configuration may have changed or be misread.
    private func isOfAnotherModule(_ bytes: [UInt8]) -> Bool {
        let roots = index.project.modules.filter { $0.output != nil }.flatMap(\.sources)
        return GeneratedMarker.sources(of: bytes).contains { displayPath in
            let path = index.project.absolutePath(of: displayPath)
            return !roots.contains(where: path.starts)
        }
    }
}
