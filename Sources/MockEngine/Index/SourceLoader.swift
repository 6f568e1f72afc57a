internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads sources and parses those whose bytes are not known.
struct SourceLoader: Sendable {
    /// The result of loading a source.
    enum Content: Sendable {
        /// The bytes are the same.
        case unchanged(FileSignature?)
        /// The bytes are those of a file that was read before.
        case remembered(DigestedSource, FileSignature?)
        case parsed(DigestedSource, FileSignature?)
        /// The file declared mocks before and is empty now.
        case emptied
        case failed(FileSystemError)
        /// Processes died while they parsed these bytes.
        case quarantined
    }

    let fileSystem: any FileSystem
    let index: DeclarationIndex
    let memory: DigestMemory
    let journal: WorkJournal?
    let holdsEmptied: Bool

    /// Returns `nil`, without reading, if the file is in the state in which it was read before.
    func load(_ source: Source) -> Content? {
        let path = source.path.filePath
        let known = index.sources[source.path].flatMap { $0.module == source.module ? $0 : nil }
        if let signature = known?.signature, signature == fileSystem.signature(of: path) { return nil }
        do {
            let contents = try fileSystem.file(at: path, limit: LocalFileSystem.largestSource)
            if holdsEmptied, known?.declaresMocks == true, contents.bytes.allSatisfy(\.isSpace) { return .emptied }
            let hash = ContentHash(contents.bytes)
            if let known, known.hash == hash { return .unchanged(contents.signature) }
            let displayPath = index.project.displayPath(of: source.path)
            if let digest = memory.digest(of: hash, module: source.module)?.named(displayPath) {
                return .remembered(digest, contents.signature)
            }
            if journal?.isQuarantined(hash, .reading) == true { return .quarantined }
            let digest = journal.working(on: hash, .reading) {
                parse(contents.bytes, hash, displayPath, of: index.project.modules[source.module])
            }
            return .parsed(digest, contents.signature)
        } catch {
            return .failed(error)
        }
    }

    private func parse(_ bytes: [UInt8], _ hash: ContentHash, _ path: String, of module: Module) -> DigestedSource {
        let start = ContinuousClock.now
        // In a module where mocks are compiled, a generated file declares no types of the user's.
        let holdsMocks = module.isReadForNames || module.importStyle == .none
        let parsed: ParsedSource
        if holdsMocks, GeneratedMarker.isPresent(in: bytes) {
            parsed = ParsedSource(file: .empty)
        } else {
            let parser = SourceParser(
                extent: module.isReadForNames ? .names : .declarations, usedNames: index.styles.usedNames)
            parsed = parser.parse(bytes, path: path)
        }
        return DigestedSource(parsed, path, hash: hash, parseTime: .now - start, module: module)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self &- 9 < 5 }
}
