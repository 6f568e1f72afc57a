extension EngineCache {
    /// The contents of the log.
    struct Restored: Sendable {
        /// The imports of a source, which decide which modules are read.
        struct Imports: Hashable, Sendable {
            var module: Int
            var names: CodedTexts
        }

        /// The sources of a module, and those of them that declare mocks.
        struct Count: Sendable {
            var sources = 0
            var declaring = 0
        }

        private(set) var sources: [DiskPath: SourceRecord] = [:]
        private(set) var outputs: [DiskPath: OutputRecord] = [:]
        /// The sum of the outputs' weights, and the number of their mocks.
        private(set) var weight = 0
        private(set) var mocks = 0
        /// Outputs with diagnostics or compiled modules; may contain outputs whose newer record has neither.
        private(set) var peculiar: Set<DiskPath> = []
        /// Earlier contents of deleted and changed sources that are still in the log.
        private(set) var memory = SourceMemory()
        /// The counts by the modules' numbers.
        private(set) var counts: [Count]
        /// The number of sources with the same imports.
        private(set) var imports: [Imports: Int] = [:]
        /// Sources that are broken or have diagnostics; may contain sources whose newer record has neither.
        private(set) var doubtful: Set<DiskPath> = []
        /// The number of sources that ask for seams.
        private(set) var seamCount = 0
        /// The project under its previous configuration, or as another build of mockd knew it.
        var before: EngineCache.Outline?
    }
}

extension EngineCache.Restored {
    init(modules: Int, before: EngineCache.Outline? = nil) {
        counts = Array(repeating: Count(), count: modules)
        self.before = before
    }

    mutating func reserveCapacity(bytes: Int) {
        // Estimates a record per half kibibyte, which avoids most of the dictionaries' growth.
        sources.reserveCapacity(bytes / 1024)
        outputs.reserveCapacity(bytes / 2048)
    }

    /// Adds a record; returns true if it is the first of its path.
    mutating func add(_ record: SourceRecord, at path: DiskPath) -> Bool {
        count(record, 1)
        if record.isBroken || !record.diagnostics.isEmpty { doubtful.insert(path) }
        guard let replaced = sources.updateValue(record, forKey: path) else { return true }
        discard(replaced)
        return false
    }

    mutating func removeSource(at path: DiskPath) {
        if let replaced = sources.removeValue(forKey: path) { discard(replaced) }
    }

    /// Adds a record; returns true if it is the first of its path.
    mutating func add(_ record: OutputRecord, at path: DiskPath) -> Bool {
        count(record, 1)
        if record.isPeculiar { peculiar.insert(path) }
        guard let replaced = outputs.updateValue(record, forKey: path) else { return true }
        count(replaced, -1)
        return false
    }

    mutating func removeOutput(at path: DiskPath) {
        if let replaced = outputs.removeValue(forKey: path) { count(replaced, -1) }
    }

    /// The sources that ask for seams: few projects have any.
    var seamSources: Set<DiskPath> {
        seamCount == 0 ? [] : Set(sources.filter(\.value.declaresSeams).keys)
    }

    /// Moves the sources out, for a caller that changes them: a second reference would cause a copy.
    mutating func moveSources() -> [DiskPath: SourceRecord] {
        defer { sources = [:] }
        return sources
    }

    /// Moves the outputs out.
    mutating func moveOutputs() -> [DiskPath: OutputRecord] {
        defer { outputs = [:] }
        return outputs
    }

    /// Counts now, while the record's bytes are in the processor's cache.
    private mutating func count(_ record: OutputRecord, _ sign: Int) {
        weight += sign * record.weight
        mocks += sign * record.mockCount
    }

    private mutating func discard(_ record: SourceRecord) {
        count(record, -1)
        memory.keep(record)
    }

    private mutating func count(_ record: SourceRecord, _ sign: Int) {
        counts[record.module].sources += sign
        if record.declaresSeams { seamCount += sign }
        if record.declaresMocks { counts[record.module].declaring += sign }
        if !record.imports.isEmpty {
            imports[Imports(module: record.module, names: record.imports), default: 0] += sign
        }
    }
}

extension OutputRecord {
    /// True if a start must do more with the output than count it.
    var isPeculiar: Bool { !diagnostics.isEmpty || !compiledModules.isEmpty }
}
