internal import MockModel
internal import MockParsing

/// What the engine keeps of a source file: never its text, never a syntax tree.
struct SourceRecord: Sendable {
    var module: Int
    var hash: ContentHash
    /// What the file was like when it was read; `nil` when it may have changed in the same tick of the clock.
    var signature: FileSignature?
    /// How long this process parsed its content; `nil` when a cache knew it.
    var parseTime: Duration?
    /// The declarations that count: while the file is broken, those of its last good state.
    var file = CodedFile.empty
    var positions = CodedPositions.empty
    var diagnostics: [Diagnostic] = []
    /// The file as it is now has syntax errors.
    var isBroken = false
    /// At least one of the types gets a mock.
    var declaresMocks = false
    /// The modules that the file imports, if it counts for which modules are read.
    var imports = CodedTexts.empty
    /// The output that its mocks are in.
    var output: DiskPath?
    /// The number of the last look at its module that found it.
    var lastLook = 0

    enum Finding {
        /// As it was when it was read.
        case same
        case different
        /// Not for the first time in this look.
        case again
    }

    /// - Parameter state: the file's; `nil` if nobody knows.
    mutating func isFound(in look: Int, by module: Int, as state: FileSignature?) -> Finding {
        if lastLook == look { return .again }
        lastLook = look
        return state != nil && signature == state && self.module == module ? .same : .different
    }

    /// Whether it has mocks and no place for them yet: then they are in that output.
    mutating func takesHome(_ output: DiskPath) -> Bool {
        guard declaresMocks, self.output == nil else { return false }
        self.output = output
        return true
    }

    /// Broken since it was first seen: nobody knows what it declares.
    var isUnknown: Bool { isBroken && file == .empty }

    /// Whether nothing is different but the file's state, its bytes and where in it things stand.
    func tells(sameAs other: SourceRecord?) -> Bool {
        guard let other else { return false }
        return module == other.module && file == other.file && diagnostics == other.diagnostics
            && isBroken == other.isBroken && declaresMocks == other.declaresMocks && imports == other.imports
    }
}

/// A source as it was read, in the form in which it is kept.
struct DigestedSource: Sendable {
    var hash: ContentHash
    var parseTime: Duration?
    var file: CodedFile
    var positions: CodedPositions
    var diagnostics: [Diagnostic]
    var isBroken: Bool
    var declaresMocks: Bool
    var imports: CodedTexts

    /// - Parameter path: as the user should read it.
    init(_ parsed: ParsedSource, _ path: String, hash: ContentHash, parseTime: Duration, module: Module) {
        self.hash = hash
        self.parseTime = parseTime
        file = CodedFile(parsed.holdsNamesOnly ? parsed.file.visible(from: module) : parsed.file)
        positions = CodedPositions(parsed.positions)
        diagnostics = module.lacksTests ? module.unplacedMocks(in: parsed, path) : parsed.diagnostics
        isBroken = parsed.isBroken
        declaresMocks = parsed.file.types.contains { module.mockName(of: $0) != nil }
        // A project has many times more code in its dependencies than mocks that could need it.
        let counts = !parsed.file.types.isEmpty && (module.output == nil || declaresMocks)
        imports = counts ? CodedTexts(Set(parsed.file.imports.map(\.module)).sorted()) : .empty
    }
}

extension ParsedFile {
    /// Of a module that is read for others nobody sees what is internal.
    fileprivate func visible(from module: Module) -> ParsedFile {
        guard module.output == nil, !module.isReadForNames else { return self }
        return ParsedFile(types: types.filter { $0.access > .internal })
    }
}

extension DigestedSource {
    init(_ record: SourceRecord) {
        hash = record.hash
        parseTime = record.parseTime
        file = record.file
        positions = record.positions
        diagnostics = record.diagnostics
        isBroken = record.isBroken
        declaresMocks = record.declaresMocks
        imports = record.imports
    }

    /// The same content in another place.
    func named(_ displayPath: String) -> DigestedSource {
        var digest = self
        for index in digest.diagnostics.indices { digest.diagnostics[index].path = displayPath }
        return digest
    }
}

extension SourceRecord {
    /// Takes over a new state of the file. A broken one replaces the last good declarations only if there are none.
    mutating func update(_ digest: DigestedSource) {
        hash = digest.hash
        parseTime = digest.parseTime
        diagnostics = digest.diagnostics
        isBroken = digest.isBroken
        guard !digest.isBroken else { return }
        file = digest.file
        positions = digest.positions
        declaresMocks = digest.declaresMocks
        imports = digest.imports
    }
}
