internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// The files with seams: protocols that annotated extensions ask for, and the conformances of the extended types. They are
// production code, so they stand beside the sources that ask for them. Such a file is an output and a source at once: its
// declarations are those of the text that it should have, and are known in the pass that makes the text. It has no record
// in the cache; a start makes the text again.
extension Engine {
    /// One of these files.
    private struct SeamGroup {
        var module: Int
        /// The sources with the extensions, in the order of their paths.
        var sources: [DiskPath] = []
        /// The seams of the configuration in the file.
        var configured: [ConfiguredSeam] = []
        /// The module's file in another folder, if there is one: a module cannot have two files of one name.
        var first: DiskPath?
    }

    /// Compares the files with the disk and writes them, if anything about them may have changed.
    mutating func updateSeams(_ pass: inout Pass) {
        pass.changedModules = interfaces?.forgetChanged() ?? []
        if sources.seamSources.isEmpty, outputs.seamFiles.isEmpty, !pass.isOfEverything { return }
        defer { interfaces?.forgetSurfaces() }
        // The protocols may mention types of modules that nothing imported before, and these types in turn matter to
        // other seams.
        var earlier: SeamInputs?
        for _ in 0..<Self.mostRounds {
            let (changes, inputs) = (pass.seamChanges, SeamInputs(pass))
            updateSeamsOnce(&pass, since: earlier)
            if pass.seamChanges == changes { break }
            earlier = inputs
            scanActiveModules(&pass)
        }
    }

    /// The changes of a pass that an earlier round has taken into account.
    private struct SeamInputs {
        var sources: Set<DiskPath>
        var names: Set<NameKey>
        var modules: Set<Int>

        init(_ pass: Pass) {
            (sources, names, modules) = (pass.touchedSources, Set(pass.changedNames.keys), pass.changedSeamModules)
        }
    }

    private static let mostRounds = 4

    private mutating func updateSeamsOnce(_ pass: inout Pass, since earlier: SeamInputs?) {
        let groups = seamGroups()
        for path in outputs.seamFiles.keys.sorted() where groups[path] == nil { dropSeams(path, &pass) }
        if pass.isOfEverything, earlier == nil { findSeamsOfEarlierRuns(besides: groups, &pass) }
        let due = groups.filter { isDue($0.key, $0.value, pass, since: earlier) }.sorted(byPath: \.key)
        if earlier == nil { outputs.touchedSeams = [] }
        if due.isEmpty { return }
        sources.index.prepare()
        for (path, group) in due where !progress.isStopping { updateSeams(path, group, &pass) }
    }

    private func seamGroups() -> [DiskPath: SeamGroup] {
        var groups: [DiskPath: SeamGroup] = [:]
        for source in sources.seamSources.sorted() {
            guard let module = sources[source]?.module else { continue }
            let file = source.folder.appending(SeamMaker.fileName)
            groups[file, default: SeamGroup(module: module)].sources.append(source)
        }
        for seam in project.seams {
            guard let module = project.modules.firstIndex(where: { $0.name == seam.module && $0.output != nil }) else {
                continue
            }
            groups[DiskPath(seam.file), default: SeamGroup(module: module)].configured.append(seam)
        }
        var firsts: [Int: DiskPath] = [:]
        for (file, group) in groups.sorted(byPath: \.key) {
            groups[file]?.first = firsts[group.module]
            if firsts[group.module] == nil { firsts[group.module] = file }
        }
        return groups
    }

    private func isDue(_ path: DiskPath, _ group: SeamGroup, _ pass: Pass, since earlier: SeamInputs?) -> Bool {
        guard let known = outputs.seamFiles[path], known.record.sources == group.sources, known.first == group.first
        else { return true }
        guard let earlier else {
            return pass.isOfEverything || outputs.touchedSeams.contains(path)
                || !pass.touchedSources.isDisjoint(with: group.sources + [path])
                || pass.changedModules.contains { known.record.compiledModules[$0] != nil }
                || !pass.changedSeamModules.isDisjoint(with: known.modules)
                || pass.changedNames.keys.contains { known.record.dependencies.contains($0) }
        }
        return !pass.touchedSources.subtracting(earlier.sources).isDisjoint(with: group.sources)
            || !pass.changedSeamModules.subtracting(earlier.modules).isDisjoint(with: known.modules)
            || pass.changedNames.keys.contains {
                !earlier.names.contains($0) && known.record.dependencies.contains($0)
            }
    }

    // MARK: One file

    private mutating func updateSeams(_ path: DiskPath, _ group: SeamGroup, _ pass: inout Pass) {
        let updater = updater()
        var maker = SeamMaker(updater, module: group.module)
        maker.configured = group.configured
        let result =
            group.first.map { maker.refuse(group.sources, because: $0) } ?? maker.make(path, from: group.sources)
        var record = outputs.seamFiles[path]?.record ?? OutputRecord(module: group.module, sources: [])
        let text = result.text
        let hash = ContentHash(pieces: text)
        let hasNewText = record.textHash != hash
        record.sources = group.sources
        record.dependencies = CodedNames(Set(result.names).sorted())
        (record.compiledModules, record.diagnostics) = (result.compiledModules, result.diagnostics)
        record.types = CodedTexts(result.seams)
        // The last good seams stay while a module is missing, or a source cannot be understood.
        let keeps = (result.lacksModule || result.lacksSources) && holdsSeams(path)
        if !keeps {
            if hasNewText { record.signature = nil }
            (record.textHash, record.mockCount) = (hash, result.seams.count)
            var update = OutputUpdater.Update(path: path, record: record, isAsked: hasNewText)
            updater.bring(&update, to: text)
            let changed = pass.touchedSources.union(group.sources).min()
            pass.report.drifted.removeAll { $0.path == path.filePath }
            report(update, cause: hasNewText ? changed.map(project.displayPath) : nil, since: nil, &pass)
            record = update.record
        }
        let isForeign = record.state == .conflict || text.isEmpty && isForeign(path)
        outputs.updateSeamFile(
            path,
            to: OutputStore.SeamFile(record: record, modules: result.modules, isForeign: isForeign, first: group.first))
        if isForeign {
            readForeign(path, &pass)
        } else if !keeps {
            adopt(text, path, record, &pass)
        }
        if record.state == .failed || result.lacksSources { outputs.touchedSeams.insert(path) }
        showProblems(of: path)
    }

    /// True if the file is there and mockd did not make it.
    private func isForeign(_ path: DiskPath) -> Bool { !fileSystem.isMissing(path.filePath) && !holdsSeams(path) }

    /// Reads a file that the user wrote in the place of one with seams: it is a source like any other.
    private mutating func readForeign(_ path: DiskPath, _ pass: inout Pass) {
        guard let source = sources.source(at: path) else { return }
        let earlier = sources[path]?.hash
        load([source], &pass)
        if sources[path]?.hash != earlier { pass.seamChanges += 1 }
    }

    /// True if the file is there and mockd made it.
    private func holdsSeams(_ path: DiskPath) -> Bool {
        guard let file = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks) else {
            return false
        }
        return GeneratedMarker.isPresent(in: file.bytes)
    }

    /// Reads the declarations of the text that the file should have, as those of a source.
    private mutating func adopt(_ text: [[UInt8]], _ path: DiskPath, _ record: OutputRecord, _ pass: inout Pass) {
        guard !text.isEmpty else {
            if sources[path] != nil { pass.seamChanges += 1 }
            return forget(path, &pass)
        }
        let bytes = Array(text.joined())
        let hash = ContentHash(bytes)
        guard sources[path]?.hash != hash else { return }
        let display = project.displayPath(of: path)
        let module = project.modules[record.module]
        let start = ContinuousClock.now
        let parsed = SourceParser(usedNames: sources.index.styles.usedNames).parse(bytes, path: display)
        var source = SourceRecord(
            parsed, display, hash: hash, parseTime: .now - start, of: record.module, module)
        source.signature = record.signature
        pass.seamChanges += 1
        update(path, to: source, &pass)
    }

    /// Gives up a file that no source asks for any more.
    private mutating func dropSeams(_ path: DiskPath, _ pass: inout Pass) {
        outputs.updateSeamFile(path, to: nil)
        pass.seamChanges += 1
        guard isForeign(path) else { return forget(path, &pass) }
        problems[path] = []
        showProblems(of: path)
        readForeign(path, &pass)
    }

    /// Finds the files of runs that are not in the cache.
    private mutating func findSeamsOfEarlierRuns(besides groups: [DiskPath: SeamGroup], _ pass: inout Pass) {
        let candidates = sources.records.filter { path, record in
            path.name == SeamMaker.fileName && groups[path] == nil && project.modules[record.module].output != nil
                && isInOwnPackage(path)
        }
        for path in candidates.keys.sorted() where !mayBeAskedFor(path) && holdsSeams(path) {
            outputs.find(path)
            pass.seamChanges += 1
            forget(path, &pass)
        }
    }

    /// True if a file is in the project's folder, and in no package below it.
    private func isInOwnPackage(_ path: DiskPath) -> Bool {
        guard path.isInside(project.rootPath) else { return false }
        var folder = path.folder
        while folder != project.rootPath, folder.isInside(project.rootPath) {
            if !fileSystem.isMissing(folder.appending("Package.swift").filePath) { return false }
            folder = folder.folder
        }
        return true
    }

    /// True if a source beside the file asks for seams, or cannot be understood.
    private func mayBeAskedFor(_ path: DiskPath) -> Bool {
        sources.unread.hides(path.folder) || sources.unread.entries.keys.contains { $0.folder == path.folder }
            || sources.records.contains { source, record in
                source.folder == path.folder
                    && (record.isBroken || sources.index.located(in: source).contains { $0.declaration.seam != nil })
            }
    }
}
