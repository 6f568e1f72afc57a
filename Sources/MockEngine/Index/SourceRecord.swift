internal import MockModel
internal import MockParsing

/// The engine's record of a source file: never its text, never a syntax tree.
struct SourceRecord: Sendable {
    var module: Int
    var hash: ContentHash
    /// The file's signature when it was read; `nil` if the file may have changed within the same tick of the clock.
    var signature: FileSignature?
    /// The time that this process needed to parse it; `nil` if it came from a cache.
    var parseTime: Duration?
    /// The declarations in use: while the file is broken, those of its last valid state.
    var file = CodedFile.empty
    var positions = CodedPositions.empty
    /// The names of the types that the file declares, at any depth, and of those that it extends: no other file has members
    /// of a type.
    var typeNames = NameFilter.all
    var diagnostics: [Diagnostic] = []
    /// True if the file has syntax errors now.
    var isBroken = false
    /// True if at least one of the types gets a mock.
    var declaresMocks = false
    /// True if an extension in the file asks for a seam.
    var declaresSeams = false
    /// The modules that the file imports, if they decide which modules are read.
    var imports = CodedTexts.empty
    /// The output that contains its mocks.
    var output: DiskPath?
    /// The number of the last scan that found the file.
    var lastScan = 0

    enum ScanResult {
        /// Unchanged since it was read.
        case same
        case different
        /// Found before in the same scan.
        case again
    }

    /// - Parameter state: the file's signature; `nil` if it is unknown.
    mutating func recordFound(in scan: Int, by module: Int, as state: FileSignature?) -> ScanResult {
        if lastScan == scan { return .again }
        lastScan = scan
        return state != nil && signature == state && self.module == module ? .same : .different
    }

    /// Sets the output if the source has mocks and no output yet; returns true if it did.
    mutating func assign(_ output: DiskPath) -> Bool {
        guard declaresMocks, self.output == nil else { return false }
        self.output = output
        return true
    }

    /// True if the file has been broken since it was first read, so that its declarations are unknown.
    var isUnknown: Bool { isBroken && file == .empty }

    /// True if the records differ at most in the file's signature, its hash and the positions in it.
    func isEquivalent(to other: SourceRecord?) -> Bool {
        guard let other else { return false }
        return module == other.module && file == other.file && diagnostics == other.diagnostics
            && isBroken == other.isBroken && declaresMocks == other.declaresMocks
            && declaresSeams == other.declaresSeams && imports == other.imports && typeNames == other.typeNames
    }

    /// Returns the record of the file after a change. A broken state replaces only unknown declarations, not valid ones.
    func updated(to next: SourceRecord) -> SourceRecord {
        var record = next
        (record.output, record.lastScan) = (output, lastScan)
        guard next.isBroken else { return record }
        (record.file, record.positions) = (file, positions)
        (record.declaresMocks, record.declaresSeams, record.imports) = (declaresMocks, declaresSeams, imports)
        return record
    }

    /// Returns the record of the same contents at another path.
    func named(_ displayPath: String) -> SourceRecord {
        var record = self
        for index in record.diagnostics.indices { record.diagnostics[index].path = displayPath }
        return record
    }
}

extension SourceRecord {
    /// Makes a record of a parsed source.
    ///
    /// - Parameter path: the path to show to the user.
    init(
        _ parsed: ParsedSource, _ path: String, hash: ContentHash, parseTime: Duration, of number: Int, _ module: Module
    ) {
        self.module = number
        self.hash = hash
        self.parseTime = parseTime
        file = CodedFile(parsed.holdsNamesOnly ? parsed.file.visible(from: module) : parsed.file)
        positions = CodedPositions(parsed.positions)
        typeNames = parsed.typeNames
        diagnostics = module.lacksTests ? module.mocksWithoutTarget(in: parsed, path) : parsed.diagnostics
        isBroken = parsed.isBroken
        classify(parsed.file, in: module)
    }

    /// Returns the record for a module that has another number, name or settings than the one that it was made for.
    func moved(to number: Int, _ module: Module) -> SourceRecord {
        var record = SourceRecord(module: number, hash: hash)
        (record.file, record.positions, record.typeNames) = (file, positions, typeNames)
        record.classify(file.file, in: module)
        return record
    }

    /// Notes what the module makes of the declarations.
    private mutating func classify(_ file: ParsedFile, in module: Module) {
        declaresMocks = file.types.contains { module.mockName(of: $0) != nil }
        declaresSeams = module.output != nil && file.types.contains { $0.seam != nil }
        // Other imports do not decide which modules are read: a project has many times more code in its dependencies
        // than its mocks need.
        let counts = !file.types.isEmpty && (module.output == nil || declaresMocks || declaresSeams)
        let imported = counts ? file.imports : file.imports.filter(\.isExported)
        imports = imported.isEmpty ? .empty : CodedTexts(Set(imported.map(\.module)).sorted())
    }
}

extension ParsedFile {
    /// Drops the internal declarations of a module without mocks of its own, which other modules cannot see.
    fileprivate func visible(from module: Module) -> ParsedFile {
        guard module.output == nil, !module.isReadForNames else { return self }
        return visibleElsewhere
    }

    /// The part that other modules see, without requests for mocks.
    var visibleElsewhere: ParsedFile {
        let types = types.filter { $0.access > .internal && $0.kind != .extension }
        return ParsedFile(imports: types.isEmpty ? imports.filter(\.isExported) : imports, types: types)
    }
}
