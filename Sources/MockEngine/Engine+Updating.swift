internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Comparing outputs with the disk, writing and removing them.
extension Engine {
    /// Up to this number of outputs at once, each write waits for the disk. Of more, some may be empty after a power
    /// cut; those are generated again at the next start.
    private static let durableLimit = 32

    /// Returns the updater for a number of outputs, which share the threads.
    ///
    /// - Parameter pass: The pass whose changes decide which of the kept mocks are made anew.
    func updater(of count: Int = 1, in pass: Pass? = nil) -> OutputUpdater {
        OutputUpdater(
            index: sources.index, interfaces: interfaces, policy: policy, fileSystem: fileSystem, journal: journal,
            isDurable: count <= Self.durableLimit, mendsTornOutputs: startup.mayFindTornOutputs,
            unread: sources.unread, unknownModules: Set(sources.unknown.compactMap { sources[$0]?.module }),
            workers: WorkerThreads(count: max(1, parallelism / max(1, count))), answers: PassAnswers(sources.index),
            changes: policy.keepsMocks ? pass.map { PassChanges($0, sources.index) } : nil)
    }

    /// Generates, compares and writes the outputs that are stale or due; in a scan of everything, all of them.
    mutating func updateOutputs(_ pass: inout Pass) {
        var due = outputs.due
        if pass.isOfEverything {
            let (unchanged, others) = outputs.confirm(pass.outputFolders, except: pass.stale)
            pass.report.unchanged += unchanged
            due.formUnion(others)
            // The only file of a module that has no mocks any more; in a folder, the listing shows it.
            for path in sources.membership.outputFiles { outputs.find(path) }
        }
        due.formUnion(pass.stale.keys)
        let paths = due.filter { outputs[$0] != nil }.sorted()
        if !paths.isEmpty {
            sources.index.prepare()
            let (updater, records) = (updater(of: pass.stale.count, in: pass), paths.compactMap { outputs[$0] })
            progress.foundOutputs(paths.count)
            let causes = causes(in: pass)
            workers.forEachPiece(of: paths.count) { [progress] piece in
                let orders = piece.map { number in
                    OutputUpdater.Order(path: paths[number], record: records[number], cause: causes[paths[number]])
                }
                return updater.update(orders, progress)
            } whenDone: {
                apply($0, &pass)
            }
        }
        showProblems(ofMocksIn: pass.movedSources)
    }

    /// Returns the reasons for generating outputs: after a change of the description, that is the reason for all whose
    /// sources are as before.
    private func causes(in pass: Pass) -> [DiskPath: Cause] {
        guard let predecessor = startup.predecessor, let file = predecessor.cause else { return pass.stale }
        return pass.stale.mapValues { cause in
            guard case .changed(let source) = cause, let hash = predecessor.sources[source] else {
                return .description(file)
            }
            return hash == sources[source]?.hash ? .description(file) : cause
        }
    }

    private mutating func apply(_ update: OutputUpdater.Update, _ pass: inout Pass) {
        let path = update.path
        var record = update.record
        pass.report.work.resolved += update.resolved
        pass.report.work.rendered += update.rendered
        let hasNewText = outputs[path]?.textHash != record.textHash
        let earlier = startup.predecessor?.outputs[path] ?? outputs[path]
        // A text that the file has already was not written for this reason.
        if case .unchanged = update.action, hasNewText { record.cause = earlier?.cause ?? .empty }
        report(update, cause: hasNewText ? record.cause.texts.first : nil, since: earlier, &pass)
        outputs.update(path, to: record)
        if update.hasNewRecord { pass.cacheChanges.outputs.insert(path) }
        outputs.setDue(path, update.isHeld || record.state == .failed)
        showProblems(of: path, record)
    }

    /// Reports what was done for an output.
    ///
    /// - Parameters:
    ///   - cause: The name of the source or module that changed its text.
    ///   - earlier: The output before this pass.
    func report(
        _ update: OutputUpdater.Update, cause: @autoclosure () -> String?, since earlier: OutputRecord?,
        _ pass: inout Pass
    ) {
        switch update.action {
        case .none: break
        case .unchanged:
            pass.report.unchanged += 1
            if update.rendered > 0 { pass.report.rerendered.append(update.path.filePath) }
        case .written(let file):
            let dropped = earlier.map { $0.mocks == update.record.mocks ? [] : $0.mocks.texts } ?? []
            let held = Set(dropped.isEmpty ? [] : update.record.mocks.texts)
            pass.report.writes.append(
                EngineReport.Write(
                    path: file, cause: cause(), droppedMocks: dropped.filter { !held.contains($0) },
                    isNew: update.isCreated))
        case .removed: pass.report.removed.append(update.path.filePath)
        case .kept: pass.report.kept.append(update.path.filePath)
        case .drifted(let expected):
            let state = update.record.mockCount == 0 ? OutputState.stale : update.record.state
            pass.report.drifted.append(
                EngineReport.Drift(path: update.path.filePath, state: state, expected: expected))
        case .failed(let error): pass.report.failures.append(error)
        }
    }

    // MARK: Problems

    /// Shows the diagnostics of an output's mocks, and the state of its file if the user has to act.
    mutating func showProblems(of path: DiskPath, _ record: OutputRecord) {
        problems[path] =
            sources.index.located(record.diagnostics) + [stateMessage(record.state, path)].compactMap(\.self)
    }

    /// Reports the diagnostics of unchanged mocks again: their declarations may be on other lines now.
    private mutating func showProblems(ofMocksIn moved: Set<DiskPath>) {
        if moved.isEmpty || problems.files.isEmpty { return }
        let moved = Set(moved.map(project.displayPath))
        for path in Array(problems.files.keys) {
            guard let record = outputs[path], record.diagnostics.contains(where: { moved.contains($0.path) })
            else { continue }
            showProblems(of: path, record)
        }
        for (path, file) in outputs.seamFiles where file.record.diagnostics.contains(where: { moved.contains($0.path) })
        {
            showProblems(of: path)
        }
    }

    func stateMessage(_ state: OutputState, _ path: DiskPath) -> Diagnostic? {
        let (message, code): (String, String)
        let isLeftAlone = policy.leftAlone.contains(path.filePath)
        switch state {
        case .edited:
            message =
                "was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force"
            code = "output-edited"
        case .conflict:
            message = "was not written by mockd and is left as it is; move it away or choose another output"
            code = "output-conflict"
        case .missing where isLeftAlone, .stale where isLeftAlone:
            message =
                "is \(state.rawValue) and not written any more, because another program undoes every write; stop that "
                + "program, then run: mockctl generate"
            code = "output-looping"
        default: return nil
        }
        return Diagnostic(
            path: project.displayPath(of: path), position: nil, severity: .error, message: message, code: code)
    }

    // MARK: Removing

    /// Removes the files that nothing asks for any more and that are ours, and the folders that become empty.
    mutating func removeUnwantedOutputs(_ pass: inout Pass) {
        let candidates = outputs.unwanted.filter { _, state in
            state != .stray && (state != .orphaned || pass.isOfEverything)
        }.sorted(byPath: \.key)
        if !candidates.isEmpty {
            sources.index.prepare()
            let updater = updater()
            for (path, state) in candidates { remove(path, state, updater, &pass) }
        }
        removeEmptyFolders(of: pass.report.removed)
    }

    private mutating func remove(_ path: DiskPath, _ state: OutputState, _ updater: OutputUpdater, _ pass: inout Pass) {
        do {
            switch try updater.remove(path, isOurs: state != .earlier || project.listsModules) {
            case .removed:
                outputs.leave(path, as: nil)
                pass.report.removed.append(path.filePath)
            case .kept:
                outputs.leave(path, as: .kept)
                pass.report.kept.append(path.filePath)
            case .edited: outputs.leave(path, as: .orphaned)
            case .postponed:
                pass.report.drifted.append(EngineReport.Drift(path: path.filePath, state: .stale, expected: nil))
            case .notOurs: outputs.leave(path, as: nil)
            }
        } catch {
            // A file that was found and cannot be read is not known to be ours, so it is not reported.
            let isForeign = state == .found && error.errno == .permissionDenied
            outputs.leave(path, as: isForeign ? nil : .kept)
            if !isForeign { pass.report.failures.append(error) }
        }
    }

    /// Removes the folders that became empty with their last mocks. Roots of modules, and folders of single-file
    /// outputs, are the user's and stay.
    private func removeEmptyFolders(of removed: [FilePath]) {
        guard !removed.isEmpty, policy.writes else { return }
        let membership = sources.membership
        let roots = Set(project.modules.indices.flatMap(membership.roots))
        let files = membership.foldersOfOutputs.subtracting(membership.generatedFolders)
        for folder in Set(removed.map { DiskPath($0.removingLastComponent()) }).subtracting(roots).subtracting(files)
        where folder != project.rootPath {
            fileSystem.removeEmptyFolder(folder.filePath)
        }
    }

    /// Lists the folders of outputs.
    mutating func listOutputFolders(_ pass: inout Pass) {
        let folders = Array(sources.membership.generatedFolders)
        let listings = workers.map(folders.count) {
            [fileSystem, tree = pass.tree, isFirst = outputs.records.isEmpty] number in
            tree?[folders[number].text]
                ?? (try? fileSystem.entries(of: folders[number].filePath, withStates: !isFirst)) ?? []
        }
        pass.outputFolders = Array(zip(folders, listings))
        // The watcher's listing contains sources only.
        if pass.tree == nil { removeTemporaryFiles(pass.outputFolders) }
    }

    /// Removes the temporary files beside the outputs that killed runs left behind, once.
    ///
    /// - Parameter listed: The entries of the folders that have been listed already.
    mutating func removeTemporaryFiles(_ listed: [(folder: DiskPath, entries: [FolderEntry])] = []) {
        guard startup.mayHaveTemporaryFiles, policy.writes else { return }
        startup.mayHaveTemporaryFiles = false
        let others = sources.membership.foldersOfOutputs.subtracting(listed.map(\.folder)).map { folder in
            (folder, (try? fileSystem.entries(of: folder.filePath, withStates: false)) ?? [])
        }
        for (folder, entries) in listed + others {
            for entry in entries
            where entry.kind == .file && entry.isText && AtomicReplacement.isLeftOver(entry.name) {
                try? fileSystem.remove(folder.appending(entry.name).filePath)
            }
        }
    }
}
