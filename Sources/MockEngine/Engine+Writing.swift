internal import MockGeneration
internal import MockModel
internal import SystemPackage

// The disk side of outputs. Compare first, write only what differs, touch only what is ours.
extension Engine {
    /// Whether a path is a place where only generated files are.
    func isOutput(_ path: FilePath) -> Bool {
        if outputs[path] != nil { return true }
        let folder = path.removingLastComponent()
        return project.modules.contains { module in
            switch module.output {
            case .file(let file): path == file
            case .folder(let output): folder == output && Self.hasOutputName(path)
            case nil: false
            }
        }
    }

    static func hasOutputName(_ path: FilePath) -> Bool { path.string.hasSuffix(".mocks.swift") }

    mutating func write(_ path: FilePath, _ pass: inout Pass) {
        guard var record = outputs[path], let text = record.text else { return }
        if isHeld(record) { return }
        if text.isEmpty {
            remove(path, &pass)
            record.state = .current
            outputs[path] = record
            return
        }
        record.failure = nil
        do {
            record.state = try bring(path, to: text, &pass)
        } catch {
            record.state = .failed
            record.failure = error
            pass.report.failures.append(error)
        }
        outputs[path] = record
        report(record.state, path, text, &pass)
    }

    private mutating func bring(
        _ path: FilePath, to text: String, _ pass: inout Pass
    ) throws(FileSystemError) -> OutputState {
        let bytes = Array(text.utf8)
        let existing = try contents(path)
        if existing == bytes {
            pass.report.unchanged += 1
            return .current
        }
        switch existing.map(GeneratedMarker.state(of:)) {
        case .foreign?: return .conflict
        case .edited? where !policy.overwritesEdited && !policy.forcedOutputs.contains(path): return .edited
        default: break
        }
        guard policy.writes else { return existing == nil ? .missing : .stale }
        try fileSystem.replace(path, with: bytes)
        pass.report.written.append(path)
        return .current
    }

    private func contents(_ path: FilePath) throws(FileSystemError) -> [UInt8]? {
        do {
            return try fileSystem.contents(of: path)
        } catch  where error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory {
            return nil
        }
    }

    private mutating func report(_ state: OutputState, _ path: FilePath, _ text: String, _ pass: inout Pass) {
        let message: String? =
            switch state {
            case .edited:
                "was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force"
            case .conflict:
                "was not written by mockd and is left as it is; move it away or choose another output"
            default: nil
            }
        let code = state == .edited ? "output-edited" : "output-conflict"
        let display = project.displayPath(of: path)
        var found = (problems[path] ?? []).filter { $0.path != display }
        if let message {
            found.append(Diagnostic(path: display, position: nil, severity: .error, message: message, code: code))
        }
        problems[path] = found.isEmpty ? nil : found
        guard state != .current, state != .failed else { return }
        pass.report.drifted.append(EngineReport.Drift(path: path, state: state, expected: text))
    }

    /// A file for a whole module waits while one of its sources has never been understood: mocks would be lost.
    private func isHeld(_ record: OutputRecord) -> Bool {
        guard case .file = project.modules[record.module].output else { return false }
        return sources.values.contains { $0.module == record.module && $0.isBroken && $0.file == .empty }
    }

    // MARK: Removing

    /// Removes outputs whose sources have no mocks any more. Only ours, only unedited.
    mutating func removeOrphans(_ pass: inout Pass) {
        var candidates = pass.touchedOutputs.filter { outputs[$0] == nil }
        if pass.looksAtEveryOutput { candidates.formUnion(generatedFilesOnDisk()) }
        for path in candidates.sorted(by: { $0.string < $1.string }) where outputs[path] == nil {
            remove(path, &pass)
        }
    }

    private func generatedFilesOnDisk() -> [FilePath] {
        var folders: Set<FilePath> = []
        for module in project.modules {
            if case .folder(let folder) = module.output { folders.insert(folder) }
        }
        return folders.flatMap { folder in
            ((try? fileSystem.entries(of: folder)) ?? [])
                .filter { $0.kind == .file }
                .map { folder.appending($0.name) }
                .filter(Self.hasOutputName)
        }
    }

    private mutating func remove(_ path: FilePath, _ pass: inout Pass) {
        guard let bytes = try? fileSystem.contents(of: path), GeneratedMarker.state(of: bytes) == .intact,
            !isMadeFromBrokenSource(bytes)
        else { return }
        guard policy.writes else {
            pass.report.drifted.append(EngineReport.Drift(path: path, state: .stale, expected: nil))
            return
        }
        do {
            try fileSystem.remove(path)
            pass.report.removed.append(path)
        } catch {
            pass.report.failures.append(error)
        }
    }

    /// While a source cannot be understood its last good mock stays, though nothing asks for it just now.
    private func isMadeFromBrokenSource(_ bytes: [UInt8]) -> Bool {
        GeneratedMarker.sources(of: bytes).contains { displayPath in
            sources[project.absolutePath(of: displayPath)]?.isBroken == true
        }
    }
}
