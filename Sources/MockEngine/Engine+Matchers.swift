internal import MockGeneration
internal import MockModel
internal import SystemPackage

// The files with matchers for the named values of parameters, and with extensions that a style's mocks share. Several mocks of a target may need the same ones, and equal
// declarations in two of its files would be an error, so there is one such file a target. It has no record in the cache:
// its text follows from the records of the outputs.
extension Engine {
    /// Marks the outputs whose matchers were made from sources that have other bytes, even if these declare the same.
    func addOutputsWithChangedMatchers(_ pass: inout Pass) {
        guard !pass.changedMatcherSources.isEmpty else { return }
        for (path, record) in outputs.records where !record.matchers.isEmpty && pass.stale[path] == nil {
            let changed = record.matchers.matchers.map(\.source).filter(pass.changedMatcherSources.contains).min()
            if let changed { pass.stale[path] = .changed(changed) }
        }
    }

    /// Compares the files with the disk and writes them, if anything about them may have changed.
    mutating func updateMatcherFiles(_ pass: inout Pass) {
        guard pass.isOfEverything || outputs.hasNewMatchers else { return }
        outputs.hasNewMatchers = false
        var files = matcherFiles()
        let kept = keptMatcherFiles(besides: files)
        guard outputs.haveMatchers || !kept.isEmpty else { return }
        files = files.filter { kept[$0.key] == nil }
        for path in outputs.matcherFiles.keys where files[path] == nil {
            outputs.updateMatcherFile(path, to: nil)
            problems[path] = []
        }
        for (path, record) in kept.sorted(byPath: \.key) {
            outputs.updateMatcherFile(path, to: record)
            pass.report.kept.append(path.filePath)
            problems[path] = record.lacking.isEmpty ? [] : [lackingMessage(path)]
        }
        let updater = updater()
        for (path, file) in files.sorted(byPath: \.key) {
            var record = outputs.matcherFiles[path] ?? OutputRecord(module: file.module, sources: [])
            let text = text(of: file, in: path)
            let hash = ContentHash(pieces: text)
            let hasNewText = record.textHash != hash
            if hasNewText { record.signature = nil }
            (record.sources, record.textHash, record.mockCount) = (file.sources.sorted(), hash, 1)
            var update = OutputUpdater.Update(path: path, record: record, isAsked: hasNewText)
            updater.bring(&update, to: text)
            let touched = pass.changedMatcherSources.union(pass.touchedSources)
            let changed = touched.intersection(file.sources).min() ?? touched.min()
            report(update, cause: hasNewText ? changed.map(project.displayPath) : nil, since: nil, &pass)
            outputs.updateMatcherFile(path, to: update.record)
            if update.isHeld || update.record.state == .failed { outputs.hasNewMatchers = true }
            showProblems(of: path, update.record)
        }
    }

    private func lackingMessage(_ path: DiskPath) -> Diagnostic {
        Diagnostic(
            path: project.displayPath(of: path), position: nil, severity: .error,
            message: "stays as it was made before, because declarations that it depends on are not there; "
                + "fetch them (\(project.buildFolder.command("swift package resolve")); git submodule update --init), "
                + "or build once (\(project.buildFolder.command("swift build")))",
            code: PlanDiagnostic.missingModule)
    }

    /// One of these files.
    private struct MatcherFile {
        /// The first module of the target, in whose folder the file is.
        var module: Int
        var sources: Set<DiskPath> = []
        var types: [String: TypeMatchers] = [:]
    }

    /// Returns the records of the files that stay as they are: the matchers of a mock that stays are not known at present,
    /// and its tests may need any of these.
    ///
    /// - Parameter files: the files as they would be now.
    private func keptMatcherFiles(besides files: [DiskPath: MatcherFile]) -> [DiskPath: OutputRecord] {
        var kept: [DiskPath: OutputRecord] = [:]
        let updater = updater()
        for (path, record) in outputs.records.sorted(byPath: \.key) where record.keepsMocks {
            guard let (file, host) = matcherFile(of: record.module), kept[file] == nil,
                let bytes = try? fileSystem.file(at: file.filePath, limit: LocalFileSystem.largestMocks).bytes,
                GeneratedMarker.state(of: bytes) == .intact
            else { continue }
            let lacks = updater.holdsCompleteMock(at: path, record)
            let isUnknown =
                record.isKept && record.matchers.isEmpty
                && outputs.matcherFiles[file].map { $0.state == .stale } != false
            guard
                isUnknown || lacks && files[file].map({ text(of: $0, in: file).joined().elementsEqual(bytes) }) != true
            else { continue }
            kept[file] = outputs.matcherFiles[file] ?? OutputRecord(module: host, sources: [])
            kept[file]?.lacking = lacks ? record.lacking : .empty
            kept[file]?.mockCount = 1
            kept[file]?.state = .stale
        }
        return kept
    }

    /// Returns the file for the matchers of a module's mocks, and the module in whose folder it is; `nil` if they have no
    /// file of their own.
    private func matcherFile(of module: Int) -> (file: DiskPath, host: Int)? {
        guard case .folder = project.modules[module].output, let host = project.matcherHost(of: module),
            let folder = sources.membership.outputFolder(of: host)
        else { return nil }
        return (folder.appending(OutputLayout.matcherFile(of: project.modules[host].name)), host)
    }

    private func matcherFiles() -> [DiskPath: MatcherFile] {
        var files: [DiskPath: MatcherFile] = [:]
        let records = outputs.records.filter { !$0.value.matchers.isEmpty }.sorted(byPath: \.key).map(\.value)
        // The matchers of a mock that stays are those of an earlier time.
        for record in records.filter({ !$0.isKept }) + records.filter(\.isKept) {
            guard let (file, host) = matcherFile(of: record.module) else { continue }
            let types = record.matchers.matchers.filter {
                !$0.text.isEmpty && project.isMatcherShared($0, by: record.module)
            }
            guard !types.isEmpty else { continue }
            files[file, default: MatcherFile(module: host)].sources.formUnion(record.sources)
            for type in types where files[file]?.types[type.key] == nil { files[file]?.types[type.key] = type }
        }
        return files
    }

    /// Returns the types whose matchers a file holds.
    func typesWithMatchers(in path: DiskPath) -> [String] { matcherFiles()[path]?.types.keys.sorted() ?? [] }

    private func text(of file: MatcherFile, in path: DiskPath) -> [[UInt8]] {
        let module = project.modules[file.module]
        let types = file.types.values.sorted { $0.key < $1.key }
        var renderer = FileRenderer(
            sources: file.sources.sorted().map(project.displayPath), module: module.name,
            libraries: Set(types.map(\.library)).sorted(), moduleImport: module.moduleImport,
            isPreconcurrency: module.target.languageMode == "5", extraImports: module.imports,
            imports: types.flatMap { [ImportDeclaration(path: $0.module)] + $0.imports },
            mocks: types.map { Array($0.text.utf8) })
        renderer.frame = updater().frame(of: file.module, in: path)
        for type in types {
            guard let level = module.importAccess(ofMock: type.access, for: []) else { continue }
            renderer.importAccess = max(level, renderer.importAccess ?? level)
            renderer.importLevels[ImportDeclaration(path: type.module)] = level
        }
        for other in project.modulesSharingTarget(with: file.module) {
            let name = project.modules[other].name
            if file.types.values.contains(where: { $0.module == name }) {
                renderer.otherModules[name] = project.modules[other].moduleImport
            }
        }
        return renderer.render()
    }
}

extension Project {
    /// Returns the modules whose mocks are compiled in the same target, in the order of the description.
    func modulesSharingTarget(with module: Int) -> [Int] {
        let target = modules[module].mockTargetName
        return modules.indices.filter { modules[$0].output != nil && modules[$0].mockTargetName == target }
    }

    /// Returns the module in whose folder the file with the matchers of a module's target is.
    func matcherHost(of module: Int) -> Int? {
        let hosts = modulesSharingTarget(with: module).filter { other in
            if case .folder = modules[other].output { true } else { false }
        }
        return hosts.first { modules[$0].style.hasMatchers } ?? hosts.first
    }

    /// True if the file for the whole target declares a type's matchers.
    ///
    /// If the target is unknown, other runs may write mocks for it, so a module declares matchers for its own types only.
    func isMatcherShared(_ type: TypeMatchers, by module: Int) -> Bool {
        guard modules[module].outputTarget.name != nil else { return type.module == modules[module].name }
        return !modulesSharingTarget(with: module).contains { other in
            if case .file = modules[other].output { modules[other].name == type.module } else { false }
        }
    }

    /// True if a single file with all mocks of a module declares a type's matchers.
    func isMatcherInside(_ type: TypeMatchers, of module: Int) -> Bool {
        guard case .file = modules[module].output else { return false }
        if type.module == modules[module].name { return true }
        return modules[module].outputTarget.name != nil && modulesSharingTarget(with: module).count == 1
    }
}
