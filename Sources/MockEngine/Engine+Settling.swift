internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Comparing outputs with the disk, writing and removing them.
extension Engine {
    /// Up to this number of outputs at once, each write waits for the disk. Of more, some may be empty after a power
    /// cut; those are generated again at the next start.
    private static let durableLimit = 32

    var settling: OutputSettling { settling(of: 1) }

    private func settling(of count: Int) -> OutputSettling {
        OutputSettling(
            index: index, interfaces: interfaces, policy: policy, fileSystem: fileSystem, journal: journal,
            unread: unread, hasUnknownSources: !unknownSources.isEmpty,
            isDurable: count <= Self.durableLimit, mendsTornOutputs: mayFindTornOutputs,
            // The outputs of a pass share the threads.
            workers: WorkerThreads(count: max(1, parallelism / max(1, count))))
    }

    mutating func settle(_ paths: [DiskPath], _ causes: [DiskPath: Cause], _ pass: inout Pass) {
        guard !paths.isEmpty else { return }
        index.prepare()
        let records = paths.compactMap { outputs[$0] }
        let held = records.map(isHeld)
        heldOutputs.subtract(paths)
        for (path, isHeld) in zip(paths, held) where isHeld { heldOutputs.insert(path) }
        let settling = settling(of: causes.count)
        progress.foundOutputs(paths.count)
        workers.forEach(paths.count) { [progress] number in
            if progress.isStopping { return OutputSettling.Settled(path: paths[number], record: records[number]) }
            defer { progress.didMake() }
            return settling.settle(
                paths[number], records[number], because: causes[paths[number]], isHeld: held[number])
        } whenDone: {
            take($0, &pass)
        }
    }

    private mutating func take(_ settled: OutputSettling.Settled, _ pass: inout Pass) {
        pass.report.work.resolved += settled.resolved
        pass.report.work.rendered += settled.rendered
        let (path, record) = (settled.path, settled.record)
        switch settled.deed {
        case .nothing, .orphaned: break
        case .kept: heldOutputs.insert(path)
        case .unchanged:
            pass.report.unchanged += 1
            if settled.rendered > 0 { pass.report.rerendered.append(path.filePath) }
        case .written(let file):
            let isNews = outputs[path]?.textHash != record.textHash
            pass.report.writes.append(EngineReport.Write(path: file, cause: isNews ? record.cause.texts.first : nil))
        case .removed: pass.report.removed.append(path.filePath)
        case .drifted(let expected):
            let state = record.mockCount == 0 ? OutputState.stale : record.state
            pass.report.drifted.append(EngineReport.Drift(path: path.filePath, state: state, expected: expected))
        case .failed(let error): pass.report.failures.append(error)
        }
        if settled.isNews || settled.hasNewState { setOutput(path, record) }
        if settled.isNews { pass.news.outputs.insert(path) }
        showProblems(of: path, record)
    }

    mutating func showProblems(of path: DiskPath, _ record: OutputRecord) {
        let found = index.located(record.diagnostics) + [stateMessage(record.state, path)].compactMap(\.self)
        if problems[path] ?? [] != found { problems[path] = found.isEmpty ? nil : found }
    }

    /// Reports the diagnostics of unchanged mocks again: their declarations may be on other lines now.
    mutating func showProblems(ofMocksIn moved: Set<DiskPath>) {
        if moved.isEmpty || problems.isEmpty { return }
        let moved = Set(moved.map(project.displayPath))
        for path in Array(problems.keys) {
            guard let record = outputs[path], record.diagnostics.contains(where: { moved.contains($0.path) })
            else { continue }
            showProblems(of: path, record)
        }
    }

    private func stateMessage(_ state: OutputState, _ path: DiskPath) -> Diagnostic? {
        let message: String
        switch state {
        case .edited:
            message =
                "was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force"
        case .conflict:
            message = "was not written by mockd and is left as it is; move it away or choose another output"
        default: return nil
        }
        return Diagnostic(
            path: project.displayPath(of: path), position: nil, severity: .error, message: message,
            code: state == .edited ? "output-edited" : "output-conflict")
    }

    /// True for a file of a whole module while one of its sources was never read or understood: its text would lack
    /// mocks.
    private func isHeld(_ record: OutputRecord) -> Bool {
        if unknownSources.isEmpty, unread.isEmpty { return false }
        guard case .file = project.modules[record.module].output else { return false }
        return unread.hidesTypes(of: record.module)
            || unknownSources.contains { sources[$0]?.module == record.module }
    }

    // MARK: Comparing

    /// Outputs that counted as missing until their files were found.
    struct CurrentOutputs {
        var count = 0
        /// The mocks that they counted for before, and count for now.
        var weightBefore = 0
        var weight = 0
    }

    /// Returns the outputs that must be compared: all but those whose text is current and whose files are as they were
    /// written.
    mutating func outputsToLookAt(_ stale: [DiskPath: Cause], _ pass: inout Pass) -> Set<DiskPath> {
        var intact: [Dictionary<DiskPath, OutputRecord>.Index] = []
        intact.reserveCapacity(outputs.count)
        var found = CurrentOutputs()
        for (folder, entries) in pass.outputFolders {
            var finder = DiskPath.Finder(folder)
            for entry in entries where entry.kind == .file && ModuleMembership.hasOutputName(entry.nameBytes) {
                guard let place = finder.index(of: entry.nameBytes, in: outputs) else {
                    if entry.isText { pass.strayOutputs.insert(folder.appending(entry.name)) }
                    continue
                }
                let path = outputs.keys[place]
                let shown = problems.isEmpty ? 0 : problems[path]?.count ?? 0
                guard stale.isEmpty || stale[path] == nil, let state = entry.signature,
                    Self.isIntact(&outputs.values[place], state, shown, &found)
                else { continue }
                intact.append(place)
            }
        }
        countCurrent(found)
        // Each output counts once, but a folder that changes during the listing may report a name twice.
        let isAllFound = found.count == outputs.count
        let distinct = isAllFound ? [] : Set(intact)
        pass.report.unchanged += isAllFound ? found.count : distinct.count
        if isAllFound || distinct.count == outputs.count { return [] }
        return Set(outputs.keys).subtracting(distinct.map { outputs.keys[$0] })
    }

    /// - Parameter shown: The number of diagnostics that are reported for it: more than those of its mocks if its file
    ///   is not ours.
    private static func isIntact(
        _ record: inout OutputRecord, _ state: FileSignature, _ shown: Int, _ found: inout CurrentOutputs
    ) -> Bool {
        guard record.isWritten(as: state), record.diagnostics.count == shown else { return false }
        if record.state == .missing {
            found.count += 1
            let weight = record.weight
            found.weightBefore += weight
            record.state = .current
            // A weight above 1 is the same in every state; computing it again would read a distant part of the cache's
            // log.
            found.weight += weight > 1 ? weight : record.weight
        }
        return true
    }

    // MARK: Removing

    /// Removes outputs whose sources have no mocks any more.
    mutating func removeOrphans(_ pass: inout Pass) {
        var candidates = pass.touchedOutputs.union(keptOrphans).filter { outputs[$0] == nil }
        candidates.formUnion(pass.strayOutputs)
        let before = pass.outputsBefore.filter { outputs[$0] == nil }.subtracting(candidates)
        candidates.formUnion(before)
        keptOrphans = []
        orphans.subtract(candidates)
        orphans = orphans.filter { outputs[$0] == nil }
        defer { noteOrphans() }
        guard !candidates.isEmpty else { return }
        index.prepare()
        let settling = settling
        for path in candidates.sorted() { removeOrphan(path, settling, isOurs: !before.contains(path), &pass) }
    }

    private mutating func removeOrphan(
        _ path: DiskPath, _ settling: OutputSettling, isOurs: Bool, _ pass: inout Pass
    ) {
        do {
            switch try settling.remove(path, isOurs: isOurs) {
            case .removed: pass.report.removed.append(path.filePath)
            case .kept: keptOrphans.insert(path)
            case .orphaned: orphans.insert(path)
            case .drifted:
                pass.report.drifted.append(EngineReport.Drift(path: path.filePath, state: .stale, expected: nil))
            default: break
            }
        } catch {
            // A stray file that cannot be read is not known to be ours, so it is not reported.
            let isForeign = pass.strayOutputs.contains(path) && error.errno == .permissionDenied
            guard !isForeign else { return }
            keptOrphans.insert(path)
            pass.report.failures.append(error)
        }
    }

    /// Removes the folders that became empty with their last mocks. Roots of modules, and folders of single-file
    /// outputs, are the user's and stay.
    func removeEmptyFolders(of removed: [FilePath]) {
        guard !removed.isEmpty, policy.writes else { return }
        let roots = Set(project.modules.indices.flatMap(membership.roots))
        let files = membership.foldersOfOutputs.subtracting(membership.generatedFolders)
        for folder in Set(removed.map { DiskPath($0.removingLastComponent()) }).subtracting(roots).subtracting(files)
        where folder != project.rootPath {
            fileSystem.removeEmptyFolder(folder.filePath)
        }
    }

    /// Lists the folders of outputs.
    mutating func lookAtOutputs(_ pass: inout Pass) {
        let folders = Array(membership.generatedFolders)
        let listings = workers.map(folders.count) {
            [fileSystem, tree = pass.tree, isFirst = outputs.isEmpty] number in
            if let known = tree?[folders[number].text] { return (known, isOwnLook: false) }
            let found = try? fileSystem.entries(of: folders[number].filePath, withStates: !isFirst)
            return (found ?? [], isOwnLook: true)
        }
        for (folder, listing) in zip(folders, listings) {
            if listing.isOwnLook, policy.writes, mayHoldLeftOvers { removeLeftOvers(listing.0, in: folder) }
            pass.outputFolders.append((folder, listing.0))
        }
        // The watcher's listing contains sources only.
        guard pass.tree == nil, policy.writes, mayHoldLeftOvers else { return }
        removeLeftOvers(in: membership.foldersOfOutputs.subtracting(folders))
    }

    /// Removes the temporary files beside the outputs that killed runs left behind.
    mutating func removeLeftOvers(in folders: Set<DiskPath>) {
        mayHoldLeftOvers = false
        for folder in folders {
            removeLeftOvers((try? fileSystem.entries(of: folder.filePath, withStates: false)) ?? [], in: folder)
        }
    }

    private func removeLeftOvers(_ entries: [FolderEntry], in folder: DiskPath) {
        for entry in entries where entry.kind == .file && entry.isText && AtomicReplacement.isLeftOver(entry.name) {
            try? fileSystem.remove(folder.appending(entry.name).filePath)
        }
    }
}
