internal import MockModel
internal import SystemPackage

// From one run to the next.
extension Engine {
    /// Takes over what an earlier run knew. Nothing of it is believed before the disk was looked at: a source counts
    /// if its file is in the same state still, an output if it has the same sources.
    mutating func restoreCache(_ news: inout EngineCache.News) {
        guard var restored = cache?.restore(for: project), !restored.sources.isEmpty else { return }
        memory = restored.memory
        swap(&sources, &restored.sources)
        let declaring = restoreSources()
        if takeHomes(from: restored.outputs, of: declaring) {
            swap(&outputs, &restored.outputs)
            for (path, record) in outputs { noteRestored(path, record) }
        } else {
            restoreOutputs(restored.outputs, &news)
        }
    }

    /// Puts the sources in their places; returns how many have mocks.
    private mutating func restoreSources() -> Int {
        var declaring = 0
        let isReadForNames = project.modules.map(\.isReadForNames)
        let hasOutput = project.modules.map { $0.output != nil }
        // Few of the records have anything that has to be copied.
        let restored = sources
        for place in restored.indices {
            let module = restored.values[place].module
            scannedModules.insert(module)
            if isReadForNames[module] { sourcesOfNames += 1 }
            if restored.values[place].declaresMocks, hasOutput[module] { declaring += 1 }
            if !restored.values[place].imports.isEmpty {
                membership.replaceImports(of: nil, with: restored.values[place])
            }
            if restored.values[place].isUnknown { unknownSources.insert(restored.keys[place]) }
            if !restored.values[place].diagnostics.isEmpty { showProblems(of: restored.keys[place]) }
        }
        return declaring
    }

    /// Which sources have mocks decides which outputs there are, and nothing else does: if the outputs that are known
    /// were made for these sources and no others, they are the right ones. After a crash they may not be.
    private mutating func takeHomes(from restored: [DiskPath: OutputRecord], of declaring: Int) -> Bool {
        var settled = 0
        for (path, record) in restored {
            if record.sources.isEmpty { return false }
            for source in record.sources {
                guard let place = sources.index(forKey: source), sources.values[place].output == nil,
                    sources.values[place].declaresMocks
                else { return false }
                sources.values[place].output = path
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
        for (path, record) in outputs { noteRestored(path, record) }
        // What became of them is found out when the folder is looked at.
        news.goneOutputs.formUnion(restored.keys.filter { assigned[$0] == nil })
    }

    /// The output of every source; `nil` for those without mocks.
    private mutating func findHomes() -> [DiskPath: DiskPath?] {
        prepareLayout()
        var homes: [DiskPath: DiskPath?] = [:]
        for (path, record) in sources {
            guard record.declaresMocks else {
                homes[path] = .some(nil)
                continue
            }
            if case .file(let file) = project.modules[record.module].output { homes[path] = DiskPath(file) }
        }
        for (path, output) in layout?.outputs ?? [:] { homes[path] = output }
        return homes
    }

    private mutating func noteRestored(_ path: DiskPath, _ record: OutputRecord) {
        countOutput(record, 1)
        for (module, version) in record.compiledModules {
            interfaces?.expect(version.isEmpty ? nil : version, of: module)
        }
        if !record.diagnostics.isEmpty { problems[path] = record.diagnostics }
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
        } everything: { writer in
            for (path, record) in outputs { writer.add(path, record) }
            for (path, record) in sources { writer.add(path, record) }
        }
    }
}
