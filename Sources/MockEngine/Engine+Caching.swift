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
        let homes = restoreSources()
        for (source, output) in homes { sources[source]?.output = output }
        restoreOutputs(restored.outputs, homes, &news)
    }

    /// Puts the sources in their places; returns those with mocks, each with its output.
    private mutating func restoreSources() -> [(source: DiskPath, output: DiskPath)] {
        var homes: [(DiskPath, DiskPath)] = []
        var groups: Set<OutputLayout.Group> = []
        index.reserveCapacity(sources.count)
        for (path, record) in sources {
            index.insert(record.file, module: record.module, path: path)
            membership.replaceImports(of: nil, with: record)
            scannedModules.insert(record.module)
            noteBroken(path, record)
            if isReadForNames(record.module) { sourcesOfNames += 1 }
            if !record.diagnostics.isEmpty { showProblems(of: path) }
            guard record.declaresMocks else { continue }
            switch project.modules[record.module].output {
            case .folder(let folder):
                let group = group(of: path, in: record.module)
                layout.add(path, to: group, in: DiskPath(folder))
                groups.insert(group)
            case .file(let file): homes.append((path, DiskPath(file)))
            case nil: break
            }
        }
        for group in groups { homes += layout.outputs(of: group).map { ($0.key, $0.value) } }
        return homes
    }

    private mutating func restoreOutputs(
        _ restored: [DiskPath: OutputRecord], _ homes: [(source: DiskPath, output: DiskPath)],
        _ news: inout EngineCache.News
    ) {
        var assigned: [DiskPath: [DiskPath]] = Dictionary(minimumCapacity: restored.count)
        for (source, output) in homes { assigned[output, default: []].append(source) }
        outputs.reserveCapacity(assigned.count)
        for (path, sources) in assigned {
            let sources = sources.count > 1 ? sources.sorted() : sources
            if let record = restored[path], record.sources == sources {
                setOutput(path, record)
                for (module, version) in record.compiledModules {
                    interfaces?.expect(version.isEmpty ? nil : version, of: module)
                }
                if !record.diagnostics.isEmpty { problems[path] = record.diagnostics }
            } else {
                setOutput(path, OutputRecord(module: self.sources[sources[0]]?.module ?? 0, sources: sources))
                news.outputs.insert(path)
            }
        }
        // What became of them is found out when the folder is looked at.
        news.goneOutputs.formUnion(restored.keys.filter { assigned[$0] == nil })
    }

    /// Tells the cache what is new. The outputs are on disk already: were it the other way round, a crash in between
    /// would leave outputs that are taken for current and are not.
    mutating func remember(_ news: EngineCache.News) {
        guard let cache, !news.isEmpty else { return }
        cache.remember { writer in
            for path in news.goneOutputs.sorted() where outputs[path] == nil { writer.add(.goneOutput, path) }
            for path in news.outputs.sorted() { outputs[path].map { writer.add(path, $0) } }
            for path in news.goneSources.sorted() where sources[path] == nil { writer.add(.goneSource, path) }
            for path in news.sources.sorted() { sources[path].map { writer.add(path, $0) } }
        } everything: { writer in
            for (path, record) in outputs { writer.add(path, record) }
            for (path, record) in sources { writer.add(path, record) }
        }
    }
}
