internal import MockModel
internal import SystemPackage

// From one run to the next.
extension Engine {
    /// Restores what an earlier run knew. It counts only after a comparison with the disk: a source if its file is in
    /// the same state, an output if it has the same sources.
    mutating func restoreCache(_ news: inout EngineCache.News) {
        guard var restored = cache?.restore(for: project) else { return }
        outputsBefore = restored.outputsBefore
        guard !restored.sources.isEmpty else { return }
        memory = restored.memory
        restoreSources(&restored)
        if takeHomes(from: restored) {
            outputs = restored.takeOutputs()
            countMissing(outputs.count, weight: restored.weight, mocks: restored.mocks)
            restored.peculiar.forEach { noteRestoredOutput($0) }
        } else {
            restoreOutputs(restored.outputs, &news)
            countMissing(
                outputs.count, weight: outputs.values.reduce(0) { $0 + $1.weight },
                mocks: outputs.values.reduce(0) { $0 + $1.mockCount })
            for (path, record) in outputs where record.isPeculiar { noteRestoredOutput(path) }
        }
    }

    /// Restores the sources and what is derived from them.
    private mutating func restoreSources(_ restored: inout EngineCache.Restored) {
        sources = restored.takeSources()
        for (module, count) in restored.counts.enumerated() where count.sources > 0 {
            scannedModules.insert(module)
            if isReadForNames(module) { sourcesOfNames += count.sources }
        }
        for (imports, count) in restored.imports where count > 0 {
            membership.add(imports.names.texts, to: imports.module, times: count)
        }
        for path in restored.doubtful {
            guard let record = sources[path] else { continue }
            noteBroken(path, record)
            showProblems(of: path)
        }
    }

    /// Assigns the restored outputs to their sources; returns false if they do not match. Outputs depend only on which
    /// sources have mocks, so outputs that were made for exactly these sources are right. After a crash they may not
    /// match.
    private mutating func takeHomes(from restored: EngineCache.Restored) -> Bool {
        let declaring = zip(project.modules, restored.counts).reduce(0) {
            $0 + ($1.0.output == nil ? 0 : $1.1.declaring)
        }
        var settled = 0
        for output in restored.outputs.indices {
            // Only the sources of the record are needed, and copying it would be more work than the rest.
            let made = restored.outputs.values[output].sources
            if made.isEmpty { return false }
            let path = restored.outputs.keys[output]
            for source in made {
                guard let place = sources.index(forKey: source), sources.values[place].takesHome(path) else {
                    return false
                }
                settled += 1
            }
        }
        return settled == declaring
    }

    private mutating func restoreOutputs(_ restored: [DiskPath: OutputRecord], _ news: inout EngineCache.News) {
        var assigned: [DiskPath: [DiskPath]] = Dictionary(minimumCapacity: restored.count)
        for (source, output) in findHomes() {
            sources[source]?.output = output
            if let output { assigned[output, default: []].append(source) }
        }
        for (path, sources) in assigned {
            let sources = sources.count > 1 ? sources.sorted() : sources
            if let record = restored[path], record.sources == sources {
                outputs[path] = record
            } else {
                outputs[path] = OutputRecord(module: self.sources[sources[0]]?.module ?? 0, sources: sources)
                news.outputs.insert(path)
            }
        }
        // A scan of the folder finds their files.
        news.goneOutputs.formUnion(restored.keys.filter { assigned[$0] == nil })
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
    mutating func remember(_ news: EngineCache.News, atOnce: Bool = false) {
        guard let cache, policy.writes else { return }
        guard !news.isEmpty || news.touchedSources.count > (atOnce ? 0 : Self.mostTouched) else {
            touchedSources = news.touchedSources
            return
        }
        cache.remember { writer in
            for path in news.goneOutputs.sorted() where outputs[path] == nil { writer.add(.goneOutput, path) }
            for path in news.outputs.sorted() { outputs[path].map { writer.add(path, $0) } }
            for path in news.goneSources.sorted() where sources[path] == nil { writer.add(.goneSource, path) }
            for path in news.sources.union(news.touchedSources).sorted() {
                sources[path].map { writer.add(path, $0) }
            }
        } everything: { write in
            forEachRecord(of: outputs, cache, { $0.add($1, $2) }, write)
            forEachRecord(of: sources, cache, { $0.add($1, $2) }, write)
        }
    }

    /// Encodes records in parallel; of thousands, the first are written meanwhile.
    private func forEachRecord<Record: Sendable>(
        of all: [DiskPath: Record], _ cache: EngineCache,
        _ add: @Sendable @escaping (inout CacheWriter, DiskPath, Record) -> Void, _ write: (CacheWriter) -> Void
    ) {
        let places = Array(all.indices)
        workers.forEachRun(of: places.count) { range in
            var writer = cache.makeWriter()
            for place in places[range] { add(&writer, all[place].key, all[place].value) }
            return writer
        } whenDone: {
            write($0)
        }
    }
}
