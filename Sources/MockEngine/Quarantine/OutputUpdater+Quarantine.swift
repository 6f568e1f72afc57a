internal import MockModel

// Sources whose mocks are not made, because processes died while they made them.
extension OutputUpdater {
    /// The sources of an output whose mocks are not made.
    func quarantined(_ record: OutputRecord) -> [DiskPath] {
        guard let journal, journal.hasSuspects else { return [] }
        return record.sources.filter { path in
            index.sources[path].map { journal.isQuarantined($0.hash, .making) } ?? false
        }
    }

    /// Leaves the file of an output as it is. Its text is made when all sources can be tried again.
    func keep(
        _ path: DiskPath, _ record: OutputRecord, because cause: Engine.Cause?, for suspects: [DiskPath]
    ) -> Update {
        var update = Update(path: path, record: record, isHeld: true)
        if cause != nil {
            update.record.textHash = nil
            update.record.fingerprint = nil
            update.record.kept = nil
        }
        let hasText = update.record.textHash != nil && update.record.signature != nil
        if fileSystem.isMissing(path.filePath) {
            update.record.state = .missing
        } else {
            let isCurrent = hasText && update.record.signature == fileSystem.signature(of: path.filePath)
            (update.record.state, update.action) = isCurrent ? (.current, .none) : (.stale, .kept)
        }
        update.record.diagnostics.removeAll { $0.code == Quarantine.code }
        update.record.diagnostics += suspects.map { suspect in
            MockDiagnostic(
                path: index.project.displayPath(of: suspect), type: "", conditions: [], severity: .error,
                message: Quarantine.message(.making), code: Quarantine.code)
        }
        update.hasNewRecord =
            record.textHash != update.record.textHash || record.diagnostics != update.record.diagnostics
        return update
    }

    /// Works on the mocks of a source, and records that in case the process dies of it.
    func making<Result>(_ source: DiskPath, _ work: () -> Result) -> Result {
        guard let journal, let hash = index.sources[source]?.hash else { return work() }
        return journal.working(on: hash, .making, work)
    }
}
