internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// Brings one output up to date: resolve, render, compare, write. Compares first, writes only what differs, touches
/// only what is ours.
///
/// Many of them work side by side on the same declarations; what they find is taken over afterwards.
struct OutputSettling: Sendable {
    let index: DeclarationIndex
    let interfaces: ModuleInterfaces?
    let policy: OutputPolicy
    let fileSystem: any FileSystem
    let journal: WorkJournal?
    /// Many outputs at once do not wait for the disk one by one.
    let isDurable: Bool
    /// A power cut can leave a file without content behind, or with a part of it; there is nothing in it that anybody
    /// could miss. At any other time a file without content is one that an editor has emptied to fill it again.
    let mendsTornOutputs: Bool
    let unread: UnreadPlaces
    /// Of some sources nobody knows what they declare.
    private let hidesTypes: Bool
    /// What works on one output: a file with the mocks of a whole module has the machine to itself.
    private let workers: WorkerThreads
    /// What was found out about names that many files declare.
    private let answers = FrequentNames()
    // The same for every output.
    private let sourceModules: Set<String>
    private let declaredRuntimeNames: [String]

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
        declaredRuntimeNames = RuntimeNames.all.filter(index.declares).sorted()
    }

    /// An output as it is afterwards, and what was done for it.
    struct Settled: Sendable {
        enum Deed: Sendable {
            case nothing, unchanged, written(FilePath), removed
            /// It may be the last good mock of a source that cannot be read or understood.
            case kept
            /// Nothing asks for it, and somebody edited it.
            case orphaned
            case drifted(expected: String?)
            case failed(FileSystemError)
        }

        var path: DiskPath
        var record: OutputRecord
        var deed = Deed.nothing
        var resolved = 0
        var rendered = 0
        /// The record is not what it was.
        var isNews = false
        /// Nothing but its state is different, which the cache does not keep: each run finds it out anew.
        var hasNewState = false
    }

    /// - Parameters:
    ///   - cause: why the text may be another now; `nil` when only the file on disk has to be looked at.
    ///   - isHeld: the text must not be written: it is known to lack mocks.
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

    /// The text, if it had to be made.
    ///
    /// A text that nobody made so far is made type by type, and nothing but texts is kept. One that was is made again
    /// only if anything that it depends on is different.
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

    /// What the output may import.
    private func outputModules(of record: OutputRecord) -> Set<String> {
        let imports = record.sources.compactMap { index.sources[$0]?.file }.flatMap(\.imports)
        return Set(imports.map(\.module) + index.project.modules[record.module].imports)
    }

    /// A resolver that resolves a type of an output as it was resolved for that.
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
            ?? lookup.fileBesideMock(declaring: mockName).flatMap {
                index.precedent(of: located, in: $0, module: number)
            }
        return (resolver, type)
    }

    private func resolver(
        of located: LocatedType, _ mockName: String, _ lookup: RecordingLookup, _ number: Int,
        _ outputModules: Set<String>, _ budget: WorkBudget
    ) -> TypeResolver {
        TypeResolver(
            located, mockName: mockName, lookup: lookup, standardLibrary: StandardLibrary.file,
            foundation: StandardLibrary.foundation,
            importsModule: index.project.modules[number].importStyle != .none, outputModules: outputModules,
            budget: budget)
    }

    /// What came of some of an output's types.
    private struct Part: Sendable {
        var fingerprints: [Fingerprint] = []
        /// The types, or else their mocks.
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
                // All mocks of a source together have a bound, too: each line of it may be another one.
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
            declaredRuntimeNames: declaredRuntimeNames, module: number)
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
            if let cause { settled.record.reason = CodedTexts([words(for: cause)]) }
        }
        return rendering.text
    }

    private func words(for cause: Engine.Cause) -> String {
        switch cause {
        case .changed(let source): "\(index.project.displayPath(of: source)) changed"
        case .compiledModule(let name): "the compiled module \(name) changed"
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
            // Seldom is it the file of a whole module, which is about as large as what it is to hold.
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
        // Before anything is written for it, what was remembered of the text is made again.
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
        // Nobody else writes to our outputs: the signature counts, fresh as it is.
        settled.record.signature = try fileSystem.replace(path, with: new, isDurable: isDurable)
        settled.deed = .written(path)
    }

    /// What becomes of a file that is not as it should be; `current` when it may be written.
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

    /// What the user may want to see of a text that is not written.
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

    /// There is nothing to write: a file that is there is left over.
    private func clear(_ settled: inout Settled) throws(FileSystemError) {
        if let existing = mockOfComplexType(at: settled.path, settled.record) { return keep(existing, &settled) }
        settled.record.state = .current
        settled.deed = try remove(settled.path)
    }

    /// Removes an output that nothing asks for any more. Only ours, only unedited.
    ///
    /// - Parameter isOurs: nobody but this project has a say about it; otherwise its first line tells.
    func remove(_ path: DiskPath, isOurs: Bool = true) throws(FileSystemError) -> Settled.Deed {
        // What is larger is nobody's mocks, and to read it would take long.
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

    /// Whether it is made of what no module here has as a source. A module that is given by arguments is all that is known
    /// of the project, and what another configuration asked for may be somebody else's by now; or the configuration is
    /// not understood as it was.
    private func isOfAnotherModule(_ bytes: [UInt8]) -> Bool {
        let roots = index.project.modules.filter { $0.output != nil }.flatMap(\.sources)
        return GeneratedMarker.sources(of: bytes).contains { displayPath in
            let path = index.project.absolutePath(of: displayPath)
            return !roots.contains(where: path.starts)
        }
    }
}
