extension EngineCache {
    /// Everything that was found.
    struct Restored: Sendable {
        /// The imports of a source, as they count for which modules are read.
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
        /// For how many mocks the outputs count, and how many are in them.
        private(set) var weight = 0
        private(set) var mocks = 0
        /// Outputs with something wrong or made with compiled modules, and perhaps others.
        private(set) var peculiar: Set<DiskPath> = []
        /// What the log still has of sources that are gone or different.
        private(set) var memory = DigestMemory()
        /// By the modules' numbers.
        private(set) var counts: [Count]
        /// How many sources have the same.
        private(set) var imports: [Imports: Int] = [:]
        /// Sources with something wrong, and perhaps others.
        private(set) var doubtful: Set<DiskPath> = []
        /// Outputs of the project as it was described before.
        var outputsBefore: Set<DiskPath> = []
    }
}

extension EngineCache.Restored {
    init(modules: Int, outputsBefore: Set<DiskPath> = []) {
        counts = Array(repeating: Count(), count: modules)
        self.outputsBefore = outputsBefore
    }

    mutating func reserveCapacity(bytes: Int) {
        // Half a kibibyte a record: near enough to spare the dictionaries most of their growth.
        sources.reserveCapacity(bytes / 1024)
        outputs.reserveCapacity(bytes / 2048)
    }

    /// Whether it is the first of its path.
    mutating func add(_ record: SourceRecord, at path: DiskPath) -> Bool {
        count(record, 1)
        if record.isBroken || !record.diagnostics.isEmpty { doubtful.insert(path) }
        guard let replaced = sources.updateValue(record, forKey: path) else { return true }
        leave(replaced)
        return false
    }

    mutating func removeSource(at path: DiskPath) {
        if let replaced = sources.removeValue(forKey: path) { leave(replaced) }
    }

    /// Whether it is the first of its path.
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

    /// Leaves the sources to somebody who changes them: two who hold them would have to copy them.
    mutating func takeSources() -> [DiskPath: SourceRecord] {
        defer { sources = [:] }
        return sources
    }

    /// The same of the outputs.
    mutating func takeOutputs() -> [DiskPath: OutputRecord] {
        defer { outputs = [:] }
        return outputs
    }

    /// While the bytes of the record are at hand: later they are far away.
    private mutating func count(_ record: OutputRecord, _ sign: Int) {
        weight += sign * record.weight
        mocks += sign * record.mockCount
    }

    private mutating func leave(_ record: SourceRecord) {
        count(record, -1)
        memory.keep(record)
    }

    private mutating func count(_ record: SourceRecord, _ sign: Int) {
        counts[record.module].sources += sign
        if record.declaresMocks { counts[record.module].declaring += sign }
        if !record.imports.isEmpty {
            imports[Imports(module: record.module, names: record.imports), default: 0] += sign
        }
    }
}

extension OutputRecord {
    /// Whether there is more to do about it at a start than to count it.
    var isPeculiar: Bool { !diagnostics.isEmpty || !compiledModules.isEmpty }
}
