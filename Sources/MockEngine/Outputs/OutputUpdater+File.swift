internal import MockGeneration
internal import MockModel
internal import SystemPackage

// The file of an output: comparing, writing, removing.
extension OutputUpdater {
    /// - Parameter text: The text that the file should have; `nil` if it is the one that `update.record` identifies.
    func bringFile(_ update: inout Update, to text: [[UInt8]]?) throws(FileSystemError) {
        if update.record.mockCount == 0 { return try clear(&update) }
        let path = update.path.filePath
        if let signature = update.record.signature, signature == fileSystem.signature(of: path) {
            update.action = .unchanged
            update.record.state = .current
            return
        }
        update.record.signature = nil
        var text = text
        let existing: FileContents?
        do {
            existing = try contents(path, limit: LocalFileSystem.largestMocks)
        } catch  where error.errno == .fileTooLarge {
            // The file may hold the mocks of a whole module; then it is about as large as its new text.
            let new = text ?? bringTextUpToDate(&update, nil, always: true) ?? []
            let limit = 4 * new.reduce(0) { $0 + $1.count }
            guard limit > LocalFileSystem.largestMocks, let found = try? contents(path, limit: limit) else {
                update.record.state = .conflict
                update.action = .drifted(expected: expected(new))
                return
            }
            (text, existing) = (new, found)
        }
        let hash = existing.map { ContentHash($0.bytes) }
        // If the file differs from the remembered text, that text is made again to be written.
        let new =
            text ?? (hash == update.record.textHash ? nil : bringTextUpToDate(&update, nil, always: true)) ?? []
        if let existing, hash == update.record.textHash {
            update.action = .unchanged
            update.record.state = .current
            update.record.signature = existing.signature
            return
        }
        if let existing, !update.record.lacking.isEmpty,
            GeneratedMarker.holdSameMocks(existing.bytes, Array(new.joined())),
            GeneratedMarker.state(of: existing.bytes) == .intact
        {
            // The missing declarations change nothing about these mocks.
            update.action = .unchanged
            update.record.state = .current
            (update.record.textHash, update.record.signature) = (hash, existing.signature)
            return
        }
        update.record.state = state(of: existing?.bytes, at: path, isAsked: update.isAsked)
        if let existing, [.current, .stale].contains(update.record.state),
            holdsKeptMock(existing.bytes, update.record)
        {
            keep(&update)
            return
        }
        guard update.record.state == .current else {
            update.action = .drifted(expected: expected(new))
            return
        }
        if hidesTypes, let existing,
            isLastGoodMock(existing.bytes, at: update.path, besides: update.record.sources)
        {
            keep(&update)
            update.isHeld = true
            return
        }
        // No other program writes to our outputs, so the signature counts although it is fresh.
        update.record.signature = try fileSystem.replace(path, with: new, isDurable: isDurable)
        update.action = .written(path)
        update.isCreated = existing == nil
    }

    /// Returns the state of a file that is not as it should be; `current` if it may be written.
    private func state(of existing: [UInt8]?, at path: FilePath, isAsked: Bool) -> OutputState {
        if let existing, !(mendsTornOutputs && GeneratedMarker.isTorn(existing)) {
            switch existing.isEmpty ? .edited : GeneratedMarker.state(of: existing) {
            case .foreign: return .conflict
            case .edited where !policy.overwritesEdited && !policy.forcedOutputs.contains(path): return .edited
            default: break
            }
        }
        let isWritten = policy.writes && (isAsked || !policy.leftAlone.contains(path))
        return isWritten ? .current : existing == nil ? .missing : .stale
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
    private func clear(_ update: inout Update) throws(FileSystemError) {
        if holdsKeptMock(at: update.path, update.record) { return keep(&update) }
        update.record.state = .current
        switch try remove(update.path) {
        case .removed: update.action = .removed
        case .postponed: update.action = .drifted(expected: nil)
        case .kept: (update.action, update.isHeld) = (.kept, true)
        case .edited, .notOurs: break
        }
    }

    /// The result of removing an output.
    enum Removal {
        case removed
        /// The file would have been removed, but nothing may be written.
        case postponed
        /// It may be the last good mock of a source that cannot be read or understood.
        case kept
        case edited
        /// There is no file, or it is not ours.
        case notOurs
    }

    /// Removes an output that nothing asks for any more, if it is ours and unedited.
    ///
    /// - Parameter isOurs: True if no other project can have made it; otherwise the sources in its first line decide.
    func remove(_ path: DiskPath, isOurs: Bool = true) throws(FileSystemError) -> Removal {
        let bytes: [UInt8]
        do {
            // A larger file does not hold mocks, and reading it would take long.
            bytes = try fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks).bytes
        } catch  where error.errno.meansMissing || error.found != nil || error.errno == .fileTooLarge {
            return .notOurs
        }
        switch GeneratedMarker.state(of: bytes) {
        case .intact: break
        case .edited: return .edited
        case .foreign: return .notOurs
        }
        let others = sourcesOfOtherModules(in: bytes)
        if !others.isEmpty, !isOurs || index.project.configurationFiles.isEmpty { return .notOurs }
        // While a name is typed in the manifest, for example. A source that is there may ask for the mock again.
        if !index.project.unresolvedNames.isEmpty, others.contains(where: { !fileSystem.isMissing($0) }) {
            return .kept
        }
        if isLastGoodMock(bytes, at: path, besides: []) { return .kept }
        guard policy.writes else { return .postponed }
        try fileSystem.remove(path.filePath)
        return .removed
    }

    /// Returns the file's sources that belong to no module with mocks. The file may be another project's then: this run may
    /// know only the module that its arguments describe, or its configuration may have changed or be misread.
    private func sourcesOfOtherModules(in bytes: [UInt8]) -> [FilePath] {
        let roots = index.project.modules.filter { $0.output != nil }.flatMap(\.sources)
        return GeneratedMarker.sources(of: bytes).map { index.project.absolutePath(of: $0) }.filter { path in
            !roots.contains(where: path.starts)
        }
    }
}
