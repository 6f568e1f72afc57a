internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads sources and parses those whose bytes are not known.
struct SourceLoader: Sendable {
    /// The result of loading a source.
    enum Content: Sendable {
        /// The bytes are the same.
        case unchanged(FileSignature?)
        /// The bytes are new to the source; they are not parsed if another file that was read before had them.
        case changed(SourceRecord, isParsed: Bool)
        /// The file declared mocks or seams before, or may have had members of a seam, and is empty now.
        case emptied
        case failed(FileSystemError)
        /// Processes died while they parsed these bytes.
        case quarantined
    }

    let fileSystem: any FileSystem
    let index: DeclarationIndex
    let memory: SourceMemory
    let journal: WorkJournal?
    /// True if a source with mocks that has lost all its text is reported as `emptied`, so that its mocks stay.
    let holdsEmptied: Bool
    /// The modules whose sources may declare members of seams.
    let seamModules: Set<Int>
    /// True if a template prints mocks of the project.
    let readsAnnotations: Bool
    /// The inputs that are known by their digests, and for each module the settings that their records depend on.
    let digests: DigestCache?
    let readings: [Int: Fingerprint]

    /// Returns `nil`, without reading, if the file is in the state in which it was read before.
    func load(_ source: Source) -> Content? {
        let path = source.path.filePath
        let known = index.sources[source.path].flatMap { $0.module == source.module ? $0 : nil }
        let signature = known?.signature == nil && digests == nil ? nil : fileSystem.signature(of: path)
        if let signature, signature == known?.signature { return nil }
        if let record = signature.flatMap({ record(of: source, as: $0) }) {
            return record.hash == known?.hash ? .unchanged(signature) : .changed(record, isParsed: false)
        }
        do {
            let contents = try fileSystem.file(at: path, limit: LocalFileSystem.largestSource)
            let hash = ContentHash(contents.bytes)
            if let known, known.hash == hash { return .unchanged(contents.signature) }
            if holdsEmptied, let known, isHeld(known), contents.bytes.isBlank { return .emptied }
            let displayPath = index.project.displayPath(of: source.path)
            let remembered = memory.record(of: hash, module: source.module)?.named(displayPath)
            if remembered == nil, journal?.isQuarantined(hash, .reading) == true { return .quarantined }
            var record =
                remembered
                ?? journal.working(on: hash, .reading) {
                    parse(contents.bytes, hash, displayPath, of: source)
                }
            record.signature = contents.signature
            if !record.diagnostics.isEmpty, hasMocksBeside(source) { record.diagnostics = [] }
            keep(record)
            return .changed(record, isParsed: remembered == nil)
        } catch {
            return .failed(error)
        }
    }

    /// Returns the record of an input that was read before, by whichever request.
    private func record(of source: Source, as signature: FileSignature) -> SourceRecord? {
        readings[source.module].flatMap { reading in
            digests?.record(of: signature, reading: reading, at: index.project.displayPath(of: source.path))
        }
    }

    private func keep(_ record: SourceRecord) {
        guard let digests, let signature = record.signature, let reading = readings[record.module] else { return }
        digests.keep(record, of: signature, reading: reading)
    }

    /// True if a source stays as it was while it is empty.
    private func isHeld(_ known: SourceRecord) -> Bool {
        known.declaresMocks || known.declaresSeams || seamModules.contains(known.module)
    }

    /// True if the mocks of a source of the tests lie beside it: a run with arguments makes them.
    private func hasMocksBeside(_ source: Source) -> Bool {
        guard index.project.modules[source.module].isReadForNames else { return false }
        return !fileSystem.isMissing(source.path.folder.appending("\(source.path.stem).mocks.swift").filePath)
    }

    private func parse(_ bytes: [UInt8], _ hash: ContentHash, _ path: String, of source: Source) -> SourceRecord {
        let start = ContinuousClock.now
        let module = index.project.modules[source.module]
        // In a module where mocks are compiled, a generated file declares no types of the user's.
        let holdsMocks = module.isReadForNames || module.importStyle == .none
        let parsed: ParsedSource
        if holdsMocks, GeneratedMarker.isPresent(in: bytes), !SeamMaker.isFileName(path) {
            parsed = ParsedSource(file: .empty)
        } else if module.isReadForNames {
            parsed = requests(in: bytes, path, of: source, module) ?? parser(.names).parse(bytes, path: path)
        } else {
            parsed = parser(.declarations).parse(bytes, path: path)
        }
        return SourceRecord(parsed, path, hash: hash, parseTime: .now - start, of: source.module, module)
    }

    /// Returns the declarations of a source of the tests if it asks for mocks, and `nil` otherwise: nothing else in the
    /// tests matters to mocks, nor do errors there.
    private func requests(
        in bytes: [UInt8], _ path: String, of source: Source, _ module: Module
    ) -> ParsedSource? {
        guard module.output != nil, SourceParser.mayAskForMock(bytes), !hasMocksBeside(source) else { return nil }
        let parsed = parser(.declarations).parse(bytes, path: path)
        return parsed.file.types.contains { module.mockName(of: $0) != nil || $0.seam != nil } ? parsed : nil
    }

    private func parser(_ extent: SourceParser.Extent) -> SourceParser {
        SourceParser(extent: extent, usedNames: index.styles.usedNames, readsAnnotations: readsAnnotations)
    }
}

extension [UInt8] {
    /// True if there is nothing but white space in it.
    var isBlank: Bool { allSatisfy(\.isSpace) }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self &- 9 < 5 }
}
