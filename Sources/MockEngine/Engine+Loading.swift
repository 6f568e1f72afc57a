internal import MockModel
internal import SystemPackage

// From the disk to declarations. SourceLoader reads and parses; Engine+Scanning finds the sources.
extension Engine {
    /// Reads and parses in parallel, and applies the results in the order of the paths.
    mutating func load(_ found: [Source], _ pass: inout Pass) {
        let found = found.sorted(byPath: \.path)
        progress.found(found.count { !sources.isReadForNames($0.module) })
        guard sources.records.isEmpty else {
            let loaded = workers.map(found.count, loader(of: found))
            for case (let source, let content?) in zip(found, loaded) { apply(content, to: source, &pass) }
            return
        }
        // In a first scan the loads depend on no earlier results, so each result is applied at once.
        let load = loader(of: found)
        sources.records.reserveCapacity(found.count)
        pass.expectSources(found.count)
        var next = 0
        workers.forEach(found.count, load) { content in
            if let content { apply(content, to: found[next], &pass) }
            next += 1
        }
    }

    /// Returns a function that loads one of the sources by its number.
    private func loader(of found: [Source]) -> @Sendable (Int) -> SourceLoader.Content? {
        let loader = SourceLoader(
            fileSystem: fileSystem, index: sources.index, memory: sources.memory, journal: journal,
            holdsEmptied: sources.holdsEmptied,
            seamModules: outputs.seamFiles.values.reduce(into: []) { $0.formUnion($1.modules) },
            readsAnnotations: project.modules.contains { $0.settings.template != nil }, digests: sources.digests,
            readings: sources.digests == nil ? [:] : sources.index.readings(of: Set(found.map(\.module))))
        return { [progress] number in
            if progress.isStopping { return nil }
            let isShown = !loader.index.project.modules[found[number].module].isReadForNames
            defer { if isShown { progress.didRead() } else { progress.didStep() } }
            return loader.load(found[number])
        }
    }

    // MARK: Applying results

    private mutating func apply(_ content: SourceLoader.Content, to source: Source, _ pass: inout Pass) {
        let path = source.path
        let isShown = !sources.isReadForNames(source.module)
        sources.noteEmptied(path, content.isEmptied)
        switch content {
        case .failed(let error) where error.errno.meansMissing:
            // A file that the system has in spite of the error would be asked for again and again.
            if fileSystem.isMissing(path.filePath) { sources.contradicted.insert(path) }
            forget(path, &pass)
        case .failed where !isShown: break
        case .emptied: noteRead(path)
        case .failed(let error) where error.errno == .fileTooLarge:
            noteRead(path)
            problems[path] = [tooLarge(path)]
        case .quarantined: noteQuarantined(path, in: source.module)
        case .failed(let error): noteUnread(error, path, isFolder: false, in: source.module)
        case .unchanged(let signature):
            noteRead(path)
            showProblems(of: path)
            guard signature != sources[path]?.signature else { break }
            sources[path]?.signature = signature
            pass.cacheChanges.touchedSources.insert(path)
        case .changed(let record, let isParsed):
            if isShown, isParsed { pass.report.work.parsed += 1 }
            update(path, to: record, &pass)
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

    mutating func update(_ path: DiskPath, to next: SourceRecord, _ pass: inout Pass) {
        noteRead(path)
        let (old, new, changedNames) = sources.update(path, to: next)
        if new.isEquivalent(to: old) {
            pass.cacheChanges.touchedSources.insert(path)
        } else {
            pass.cacheChanges.sources.insert(path)
        }
        if let old, old.positions != new.positions { pass.movedSources.insert(path) }
        showProblems(of: path)
        if old?.hash != new.hash, outputs.isMatcherSource(path) { pass.changedMatcherSources.insert(path) }
        if old?.hash != new.hash {
            noteChangeOfSeams(new.module, &pass)
            noteChangeOfTypes(in: new, old, path, &pass)
        }
        guard old?.file ?? .empty != new.file else { return }
        // Before the first output no mock depends on a name.
        if !outputs.records.isEmpty || !outputs.seamFiles.isEmpty {
            pass.note(changedNames, from: path)
            if new.file.reexports != old?.file.reexports ?? [] {
                pass.note([DeclarationIndex.keyOfReexports(by: project.modules[new.module].name)], from: path)
            }
        }
        pass.touchedSources.insert(path)
    }

    /// Notes that types of the module may have other members than before, or contain other types.
    ///
    /// - Parameter old: the record that this one replaces, if there is one.
    private func noteChangeOfTypes(
        in record: SourceRecord, _ old: SourceRecord?, _ path: DiskPath, _ pass: inout Pass
    ) {
        guard !outputs.records.isEmpty else { return }
        let names = record.typeNames.union(old?.typeNames ?? NameFilter())
        pass.note(TypeExtensions.keys(of: names, in: project.modules[record.module].name), from: path)
    }

    /// Removes a source that does not exist any more.
    mutating func forget(_ path: DiskPath, _ pass: inout Pass) {
        noteRead(path)
        problems[path] = []
        guard let (old, changedNames) = sources.remove(path) else { return }
        pass.note(changedNames, from: path)
        if !old.file.reexports.isEmpty {
            pass.note([DeclarationIndex.keyOfReexports(by: project.modules[old.module].name)], from: path)
        }
        noteChangeOfSeams(old.module, &pass)
        noteChangeOfTypes(in: old, nil, path, &pass)
        pass.touchedSources.insert(path)
        pass.cacheChanges.removedSources.insert(path)
        guard let output = old.output else { return }
        unassign(path, from: output, &pass)
        pass.regrouped.insert(removeFromLayout(path, old.module))
    }

    /// Shows the problems of a source. The user cannot mend those of modules that are read for others, so they are left
    /// out.
    mutating func showProblems(of path: DiskPath) {
        if let record = sources[path] {
            let module = project.modules[record.module]
            let isMendable = module.output != nil || module.lacksTests || module.isReadForNames
            // About its annotations, the run that makes the mocks of an indexed module speaks.
            let isShown = isMendable || module.isIndexed && record.isBroken
            problems[path] = isShown ? record.diagnostics : []
        }
        guard let seams = outputs.seamFiles[path]?.record else { return }
        problems[path] +=
            sources.index.located(seams.diagnostics) + [stateMessage(seams.state, path)].compactMap(\.self)
    }

    /// Notes a change in a module if the seams of a type were made from all of its sources.
    private func noteChangeOfSeams(_ module: Int, _ pass: inout Pass) {
        guard outputs.seamFiles.values.contains(where: { $0.modules.contains(module) }) else { return }
        pass.changedSeamModules.insert(module)
    }
}

extension SourceLoader.Content {
    fileprivate var isEmptied: Bool { if case .emptied = self { true } else { false } }
}
