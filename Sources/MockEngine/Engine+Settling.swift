internal import MockGeneration
internal import MockModel
internal import SystemPackage

// The disk side of outputs.
extension Engine {
    /// Of so many outputs at once each is written without waiting for the disk. After a power cut some may be empty;
    /// those are made again at the next start.
    private static let durableLimit = 32

    var settling: OutputSettling { settling(of: 1) }

    private func settling(of count: Int) -> OutputSettling {
        OutputSettling(
            index: index, interfaces: interfaces, policy: policy, fileSystem: fileSystem, journal: journal,
            unread: unread, hasUnknownSources: !unknownSources.isEmpty,
            isDurable: count <= Self.durableLimit, mendsTornOutputs: mayFindTornOutputs,
            // Side by side with other outputs each has one thread.
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
            let reason = isNews ? record.reasonText : "it was not as it should be"
            pass.report.writes.append(EngineReport.Write(path: file, reason: reason))
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

    /// What is said about mocks that are as they were may be said of other lines now.
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

    /// A file for a whole module waits while one of its sources has never been understood: mocks would be lost.
    private func isHeld(_ record: OutputRecord) -> Bool {
        if unknownSources.isEmpty, unread.isEmpty { return false }
        guard case .file = project.modules[record.module].output else { return false }
        return unread.hidesTypes(of: record.module)
            || unknownSources.contains { sources[$0]?.module == record.module }
    }

    // MARK: Looking

    /// Outputs that counted as missing until their files were found.
    struct CurrentOutputs {
        var count = 0
        /// For how many mocks they counted, and count now.
        var weightBefore = 0
        var weight = 0
    }

    /// All outputs but those whose text nobody doubts and whose files are in the state in which they were written.
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
        // Each counts once as found, but a folder that changes while it is listed may tell a name twice.
        let isAllFound = found.count == outputs.count
        let distinct = isAllFound ? [] : Set(intact)
        pass.report.unchanged += isAllFound ? found.count : distinct.count
        if isAllFound || distinct.count == outputs.count { return [] }
        return Set(outputs.keys).subtracting(distinct.map { outputs.keys[$0] })
    }

    /// - Parameter shown: how many things are said about it: more than about its mocks if its file is not ours.
    private static func isIntact(
        _ record: inout OutputRecord, _ state: FileSignature, _ shown: Int, _ found: inout CurrentOutputs
    ) -> Bool {
        guard record.isWritten(as: state), record.diagnostics.count == shown else { return false }
        if record.state == .missing {
            found.count += 1
            let weight = record.weight
            found.weightBefore += weight
            record.state = .current
            // What counts for several does so in every state, and to ask is a look at a far part of the log.
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
            // Of a file that nobody ever called ours, nobody has to know what it holds.
            let isForeign = pass.strayOutputs.contains(path) && error.errno == .permissionDenied
            guard !isForeign else { return }
            keptOrphans.insert(path)
            pass.report.failures.append(error)
        }
    }

    /// Removes the folders whose last mocks are gone. One that sources are in is the user's.
    func removeEmptyFolders(of removed: [FilePath]) {
        guard !removed.isEmpty, policy.writes else { return }
        let roots = Set(project.modules.indices.flatMap(membership.roots))
        let files = membership.foldersOfOutputs.subtracting(membership.generatedFolders)
        for folder in Set(removed.map { DiskPath($0.removingLastComponent()) }).subtracting(roots).subtracting(files)
        where folder != project.rootPath {
            fileSystem.removeEmptyFolder(folder.filePath)
        }
    }

    /// Finds what is in the folders of outputs.
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
        // Who listed the tree has an eye for sources only.
        guard pass.tree == nil, policy.writes, mayHoldLeftOvers else { return }
        removeLeftOvers(in: membership.foldersOfOutputs.subtracting(folders))
    }

    /// Removes what earlier runs left beside the outputs because they were killed in the middle of a write.
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
