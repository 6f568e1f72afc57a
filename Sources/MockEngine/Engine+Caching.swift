internal import MockModel
internal import SystemPackage

// From one run to the next.
extension Engine {
    /// Restores what an earlier run knew. It counts only after a comparison with the disk: a source if its file is in
    /// the same state, an output if it has the same sources.
    mutating func restoreCache() {
        guard var restored = cache?.restore(for: project) else { return }
        if let before = restored.before {
            for path in before.outputs { outputs.recall(path) }
            startup.predecessor =
                startup.predecessor
                ?? StartupReconciliation.Predecessor(
                    sources: before.sources, outputs: [:], cause: before.difference.rawValue)
        }
        guard !restored.sources.isEmpty else { return }
        sources.restore(&restored)
        for path in restored.doubtful { showProblems(of: path) }
        if assignSources(to: restored) {
            outputs.restore(restored.moveOutputs(), weight: restored.weight, mocks: restored.mocks)
            restored.peculiar.forEach { noteRestoredOutput($0) }
        } else {
            restoreOutputs(restored.outputs)
            for (path, record) in outputs.records where record.isPeculiar { noteRestoredOutput(path) }
        }
    }

    /// Assigns the sources to the restored outputs; returns false if they do not match. Outputs depend only on which
    /// sources have mocks, so outputs that were made for exactly these sources are right. After a crash they may not
    /// match.
    private mutating func assignSources(to restored: EngineCache.Restored) -> Bool {
        let declaring = zip(project.modules, restored.counts).reduce(0) {
            $0 + ($1.0.output == nil ? 0 : $1.1.declaring)
        }
        var assigned = 0
        for output in restored.outputs.indices {
            // Only the sources of the record are needed, and copying it would be more work than the rest.
            let made = restored.outputs.values[output].sources
            if made.isEmpty { return false }
            let path = restored.outputs.keys[output]
            for source in made {
                guard let position = sources.records.index(forKey: source),
                    sources.records.values[position].assign(path)
                else { return false }
                assigned += 1
            }
        }
        return assigned == declaring
    }

    /// Restores the outputs whose sources are the same.
    private mutating func restoreOutputs(_ restored: [DiskPath: OutputRecord]) {
        var assigned: [DiskPath: [DiskPath]] = Dictionary(minimumCapacity: restored.count)
        for (source, output) in assignments() {
            sources[source]?.output = output
            if let output { assigned[output, default: []].append(source) }
        }
        var records: [DiskPath: OutputRecord] = [:]
        for (path, sources) in assigned {
            let sources = sources.count > 1 ? sources.sorted() : sources
            if let record = restored[path], record.sources == sources {
                records[path] = record
            } else {
                records[path] = OutputRecord(module: self.sources[sources[0]]?.module ?? 0, sources: sources)
                startup.cacheChanges.outputs.insert(path)
            }
        }
        outputs.restore(
            records, weight: records.values.reduce(0) { $0 + $1.weight },
            mocks: records.values.reduce(0) { $0 + $1.mockCount })
        // A scan of the folder finds their files.
        startup.cacheChanges.removedOutputs.formUnion(restored.keys.filter { assigned[$0] == nil })
    }

    private mutating func noteRestoredOutput(_ path: DiskPath) {
        guard let record = outputs[path] else { return }
        for (module, version) in record.compiledModules {
            interfaces?.expect(version.isEmpty ? nil : version, of: module)
        }
        showProblems(of: path, record)
    }

    /// The number of touched files that may wait for the cache: after a crash, at most these are read again.
    private static let mostTouched = 100

    /// Writes the news to the cache. The outputs are on disk already: in the other order, a crash in between would
    /// leave outputs that count as current and are not.
    ///
    /// A save that changes no declaration writes nothing: its new signature is written with the next news.
    mutating func remember(_ cacheChanges: EngineCache.Changes, atOnce: Bool = false) {
        guard let cache, policy.writes else { return }
        guard !cacheChanges.isEmpty || cacheChanges.touchedSources.count > (atOnce ? 0 : Self.mostTouched) else {
            sources.touched = cacheChanges.touchedSources
            return
        }
        cache.remember { writer in
            for path in cacheChanges.removedOutputs.sorted() where outputs[path] == nil {
                writer.add(.removedOutput, path)
            }
            for path in cacheChanges.outputs.sorted() { outputs[path].map { writer.add(path, $0) } }
            for path in cacheChanges.removedSources.sorted() where sources[path] == nil {
                writer.add(.removedSource, path)
            }
            for path in cacheChanges.sources.union(cacheChanges.touchedSources).sorted() {
                sources[path].map { writer.add(path, $0) }
            }
        } everything: { write in
            forEachRecord(of: outputs.records, cache, { $0.add($1, $2) }, write)
            forEachRecord(of: sources.records, cache, { $0.add($1, $2) }, write)
        }
    }

    /// Encodes records in parallel; of thousands, the first are written meanwhile.
    private func forEachRecord<Record: Sendable>(
        of all: [DiskPath: Record], _ cache: EngineCache,
        _ add: @Sendable @escaping (inout CacheWriter, DiskPath, Record) -> Void, _ write: (CacheWriter) -> Void
    ) {
        let positions = Array(all.indices)
        workers.forEachRun(of: positions.count) { range in
            var writer = cache.makeWriter()
            for position in positions[range] { add(&writer, all[position].key, all[position].value) }
            return writer
        } whenDone: {
            write($0)
        }
    }
}
