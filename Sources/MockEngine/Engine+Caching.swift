internal import MockModel
internal import SystemPackage

// From one run to the next.
extension Engine {
    /// Takes over what an earlier run knew. Nothing of it is believed before the disk was looked at: a source counts
    /// if its file is in the same state still, an output if it has the same sources.
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

    /// Puts the sources in their places.
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

    /// Which sources have mocks decides which outputs there are, and nothing else does: if the outputs that are known
    /// were made for these sources and no others, they are the right ones. After a crash they may not be.
    private mutating func takeHomes(from restored: EngineCache.Restored) -> Bool {
        let declaring = zip(project.modules, restored.counts).reduce(0) {
            $0 + ($1.0.output == nil ? 0 : $1.1.declaring)
        }
        var settled = 0
        for output in restored.outputs.indices {
            // Of the record nothing else is of interest, and to copy it would be more work than the rest.
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
        // What became of them is found out when the folder is looked at.
        news.goneOutputs.formUnion(restored.keys.filter { assigned[$0] == nil })
    }

    private mutating func noteRestoredOutput(_ path: DiskPath) {
        guard let record = outputs[path] else { return }
        for (module, version) in record.compiledModules {
            interfaces?.expect(version.isEmpty ? nil : version, of: module)
        }
        showProblems(of: path, record)
    }

    /// So many touched files are read again at most after an end that nobody could prepare for.
    private static let mostTouched = 100

    /// Tells the cache what is new. The outputs are on disk already: were it the other way round, a crash in between
    /// would leave outputs that are taken for current and are not.
    ///
    /// A save that changes no declaration writes nothing: that it was looked at is told together with the next news.
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

    /// Records are put together side by side; of thousands the first are written meanwhile.
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
