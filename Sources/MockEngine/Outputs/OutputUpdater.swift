internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// Brings one output up to date: resolve, render, compare, write. It writes only what differs, and touches only our
/// files.
///
/// Several outputs are updated in parallel on the same declarations; the results are applied afterwards.
struct OutputUpdater: Sendable {
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
    let unread: UnreadPaths
    /// The modules of sources that have been broken since they were first read.
    let unknownModules: Set<Int>
    /// The threads for one output: a file with the mocks of a whole module can use all of them.
    let workers: WorkerThreads
    let answers: PassAnswers
    /// The shapes of the members that templates have printed in this pass.
    let shapes = KnownShapes()
    /// The changes of the pass, if the engine keeps mocks for the next one.
    var changes: PassChanges?

    /// The new state of an output, and what was done for it.
    struct Update: Sendable {
        enum Action: Sendable {
            case none, unchanged, written(FilePath), removed
            /// The file stays as it is until its source can be read and understood.
            case kept
            /// The file is not as it should be and was not written.
            case drifted(expected: String?)
            case failed(FileSystemError)
        }

        var path: DiskPath
        var record: OutputRecord
        var action = Action.none
        var resolved = 0
        var rendered = 0
        /// True if more of the record has changed than the state, which the cache does not keep.
        var hasNewRecord = false
        /// True if the file stays as it is until more is known about sources; each pass compares it again.
        var isHeld = false
        /// True if the template of the mocks could not be rendered, so the text is unknown.
        var hasBrokenTemplate = false
        /// True if a source, a module or the description may have changed the text; false if only the file is compared.
        var isAsked = false
        /// True if the file was written where there was none.
        var isCreated = false
    }

    /// An output that may not be up to date.
    struct Order: Sendable {
        var path: DiskPath
        var record: OutputRecord
        /// The reason why the text may have changed; `nil` to compare the file on disk only.
        var cause: Engine.Cause?
    }

    /// Brings a few outputs up to date.
    ///
    /// All texts are made before the first file is written: code that alternates with calls of the kernel finds the
    /// processor's caches cold, and makes a text in half as much time again.
    ///
    /// - Parameter progress: after a stop, outputs are left as they are.
    func update(_ orders: [Order], _ progress: EngineProgress) -> [Update] {
        var drafts = orders.map { Optional(progress.isStopping ? Draft(leaving: $0) : draft($0)) }
        var updates: [Update] = []
        updates.reserveCapacity(orders.count)
        for (index, order) in orders.enumerated() {
            // Moved out, so that no text is kept longer than needed.
            guard var draft = drafts[index].take() else { continue }
            if draft.isOpen, progress.isStopping { draft = Draft(leaving: order) }
            if draft.isOpen {
                bring(&draft.update, to: draft.text.take())
                if draft.update.record.signature != order.record.signature { draft.update.hasNewRecord = true }
            }
            updates.append(draft.update)
            progress.didMake()
        }
        return updates
    }

    /// An update whose file is still as it was.
    private struct Draft {
        var update: Update
        var text: [[UInt8]]?
        /// False if the file stays as it is.
        var isOpen = true

        init(_ update: Update, isOpen: Bool = true) {
            self.update = update
            self.isOpen = isOpen
        }

        init(leaving order: Order) { self.init(Update(path: order.path, record: order.record), isOpen: false) }
    }

    private func draft(_ order: Order) -> Draft {
        let suspects = quarantined(order.record)
        guard suspects.isEmpty else {
            return Draft(keep(order.path, order.record, because: order.cause, for: suspects), isOpen: false)
        }
        var draft = Draft(Update(path: order.path, record: order.record, isAsked: order.cause != nil))
        if order.cause != nil || order.record.textHash == nil {
            draft.text = bringTextUpToDate(&draft.update, order.cause)
        }
        if draft.update.hasBrokenTemplate {
            keepMocks(&draft.update)
            draft.isOpen = false
        } else if mayLackMocks(order.record) {
            draft.update.isHeld = true
            leave(&draft.update)
            draft.isOpen = false
        }
        return draft
    }

    /// Leaves the file as it is.
    func leave(_ update: inout Update) {
        let isMissing = fileSystem.isMissing(update.path.filePath)
        (update.record.state, update.action) = isMissing ? (.missing, .none) : (.stale, .kept)
    }

    /// Compares the file with the text, and writes it if it differs; notes a failure in the update.
    func bring(_ update: inout Update, to text: [[UInt8]]?) {
        do {
            try bringFile(&update, to: text)
        } catch {
            update.record.state = .failed
            update.record.signature = nil
            update.action = .failed(error)
        }
    }

    /// True for a file of a whole module while one of its sources was never read or understood.
    private func mayLackMocks(_ record: OutputRecord) -> Bool {
        guard hidesTypes, case .file = index.project.modules[record.module].output else { return false }
        return unknownModules.contains(record.module) || unread.hidesTypes(of: record.module)
    }

    /// True if the declarations of some sources are unknown.
    var hidesTypes: Bool { !unknownModules.isEmpty || !unread.isEmpty }

    /// Returns the text, if it had to be made.
    ///
    /// The first text is made type by type, and only texts are kept. A later one is made only if something that it
    /// depends on has changed. An engine that keeps mocks makes only those that a change concerns.
    func bringTextUpToDate(
        _ update: inout Update, _ cause: Engine.Cause?, always: Bool = false
    ) -> [[UInt8]]? {
        update.hasNewRecord = true
        if let template = index.project.modules[update.record.module].settings.template {
            return text(by: template, &update, cause)
        }
        let earlierMatchers = update.record.matchers.matchers
        let isNew = always || update.record.fingerprint == nil || update.record.textHash == nil
        let module = index.project.modules[update.record.module]
        let parts = resolve(&update, rendering: isNew || changes != nil)
        let matchers = matchersInside(update.record)
        let fingerprint = Fingerprint(parts.flatMap(\.fingerprints) + (matchers.isEmpty ? [] : [Fingerprint(matchers)]))
        if !isNew, fingerprint == update.record.fingerprint { return nil }
        update.record.fingerprint = fingerprint
        update.rendered += parts.reduce(0) { $0 + ($1.isKept ? 0 : $1.fingerprints.count) }
        let mocks =
            isNew || changes != nil
            ? parts.flatMap(\.mocks)
            : workers.mapRuns(of: parts.count) { [self] range in
                parts[range].flatMap(\.types).map { type in
                    making(type.source) { RenderedMock(type.type, in: module, index: index) }
                }
            }.flatMap(\.self)
        let text = text(of: mocks, module, &update, cause)
        // The tests of a mock that stays need its matchers, which nothing asks for at present.
        if update.record.keepsMocks {
            update.record.matchers = CodedTexts(distinct: parts.flatMap(\.matchers) + earlierMatchers)
        }
        return text
    }

    private func resolve(_ update: inout Update, rendering: Bool) -> [OutputPart] {
        let parts = parts(of: &update.record, rendering: rendering)
        update.record.matchers = CodedTexts(distinct: parts.flatMap(\.matchers))
        update.record.compiledModules = [:]
        for part in parts {
            if !part.isKept { update.resolved += part.fingerprints.count }
            for module in part.compiledModules {
                update.record.compiledModules[module] = interfaces?.version(of: module) ?? ""
            }
        }
        let names = parts.flatMap(\.names)
        update.record.dependencies = CodedNames((parts.count == 1 ? names : Array(Set(names))).sorted())
        return parts
    }

    private func parts(of record: inout OutputRecord, rendering: Bool) -> [OutputPart] {
        let (number, sources) = (record.module, record.sources)
        let outputModules = outputModules(of: record)
        let earlier = record.matchers.matchers
        guard let changes, sources.count > 1 else {
            record.kept = nil
            return workers.mapRuns(of: sources.count) { [self] range in
                resolve(sources[range], number, outputModules, earlier, rendering: rendering)
            }
        }
        let kept = record.kept
        let parts = workers.map(sources.count) { [self] index in
            let source = sources[index]
            return kept?.part(of: source, outputModules, after: changes)
                ?? resolve([source], number, outputModules, earlier, rendering: rendering)
        }
        record.kept = KeptMocks(zip(sources, parts), outputModules)
        return parts
    }

    /// Returns the modules that the output may import.
    func outputModules(of record: OutputRecord) -> Set<String> {
        var modules = Set(index.project.modules[record.module].imports)
        for source in record.sources {
            for imported in index.sources[source]?.file.imports ?? [] { modules.insert(imported.module) }
        }
        return modules
    }

    /// Returns a resolver, and a type as it was resolved for the output.
    func resolve(
        _ located: LocatedType, _ mockName: String, in record: OutputRecord
    ) -> (resolver: TypeResolver, type: ResolvedType) {
        resolve(located, mockName, lookup(forModule: record.module), record.module, outputModules(of: record))
    }

    func resolve(
        _ located: LocatedType, _ mockName: String, _ lookup: RecordingLookup, _ number: Int,
        _ outputModules: Set<String>, _ budget: WorkBudget = WorkBudget()
    ) -> (resolver: TypeResolver, type: ResolvedType) {
        var resolver = TypeResolver(
            located, mockName: mockName, names: index.project.modules[number].style(of: located.declaration).names,
            lookup: lookup, standardLibrary: StandardLibrary.file, foundation: StandardLibrary.foundation,
            importsModule: index.project.modules[number].importStyle != .none,
            existentials: index.project.modules[number].existentials, outputModules: outputModules, budget: budget)
        var type = resolver.resolve()
        let name = type.declaration.name
        let earlier =
            type.request.map { request in
                index.precedent(
                    ofRequest: request, for: type.type, among: lookup.types(named: name), lookup.requests(named: name)
                ) { other in
                    if other.declaration.kind != .extension { return other.isSameDeclaration(as: type.type) }
                    guard case .success(let found) = resolver.extendedType(of: other) else { return false }
                    return found.module == type.extended?.module
                }
            } ?? index.precedent(of: located, among: lookup.types(named: name))
        type.precedent =
            earlier
            ?? index.precedent(
                of: type.type, among: lookup.declarationsBesideMock(of: mockName), module: number)
        return (resolver, type)
    }

    private func resolve(
        _ sources: ArraySlice<DiskPath>, _ number: Int, _ outputModules: Set<String>, _ earlier: [TypeMatchers],
        rendering: Bool
    ) -> OutputPart {
        let module = index.project.modules[number]
        let lookup = lookup(forModule: number)
        var part = OutputPart()
        for path in sources {
            making(path) {
                // All mocks of a source together have a limit, too, because each of its lines may declare another type.
                var spent = 0
                for located in lookup.types(in: path) {
                    guard let mockName = located.mockName else { continue }
                    let budget = WorkBudget(ofSourceThatSpent: spent)
                    let type = resolve(located, mockName, lookup, number, outputModules, budget).type
                    part.fingerprints.append(Fingerprint(type))
                    if !type.matchedTypes.isEmpty, module.style.hasMatchers {
                        part.matchers += matchers(for: type.matchedTypes, in: module, lookup, earlier: earlier)
                    }
                    part.matchers += conformances(for: type, in: module, source: path)
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
            index, answers: answers, interfaces: interfaces, fileSystem: fileSystem, module: number)
    }

    private func text(
        of mocks: [RenderedMock], _ module: Module, _ update: inout Update, _ cause: Engine.Cause?
    ) -> [[UInt8]] {
        let sources = update.record.sources.map(index.project.displayPath)
        let rendering = FileRendering(
            mocks, matchers: matchersInside(update.record), sources: sources, module: module,
            frame: frame(of: update.record.module, in: update.path))
        update.record.diagnostics = rendering.diagnostics
        update.record.mockCount = rendering.mockCount
        update.record.types = CodedTexts(rendering.types)
        update.record.mocks = CodedTexts(rendering.mocks)
        update.record.lacking = CodedTexts(rendering.lacking)
        note(rendering.text, &update, cause)
        return rendering.text
    }

    /// Notes the text that the file should have.
    func note(_ text: [[UInt8]], _ update: inout Update, _ cause: Engine.Cause?) {
        let hash = ContentHash(pieces: text)
        guard hash != update.record.textHash else { return }
        update.record.textHash = hash
        update.record.signature = nil
        if let cause { update.record.cause = CodedTexts([name(of: cause)]) }
    }

    private func name(of cause: Engine.Cause) -> String {
        switch cause {
        case .changed(let source): index.project.displayPath(of: source)
        case .compiledModule(let name): "the compiled module \(name)"
        case .description(let file): file
        }
    }
}
