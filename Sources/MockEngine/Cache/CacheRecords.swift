internal import MockModel

/// The subject of a record.
enum CacheRecordKind: UInt8 {
    case source, output, removedSource, removedOutput
}

/// Writes records: length, hash, kind, path, content.
struct CacheWriter: Sendable {
    private var writer = ByteWriter()
    private let root: DiskPath

    var bytes: [UInt8] { writer.bytes }

    init(root: DiskPath) { self.root = root }

    mutating func add(_ kind: CacheRecordKind, _ path: DiskPath, _ write: (inout ByteWriter) -> Void = { _ in }) {
        writer.framed { writer in
            writer.byte(kind.rawValue)
            Self.add(path, below: root, &writer)
            write(&writer)
        }
    }

    mutating func add(_ path: DiskPath, _ record: SourceRecord) {
        add(.source, path) { writer in
            writer.number(record.module)
            writer.hash(record.hash)
            writer.optional(record.signature)
            writer.data(record.file.bytes)
            writer.data(record.positions.bytes)
            writer.word(record.typeNames.bits)
            writer.list(record.diagnostics)
            writer.flag(record.isBroken)
            writer.flag(record.declaresMocks)
            writer.flag(record.declaresSeams)
            writer.data(record.imports.bytes)
        }
    }

    mutating func add(_ path: DiskPath, _ record: OutputRecord) {
        let root = root
        add(.output, path) { writer in
            writer.number(record.module)
            writer.list(record.sources) { Self.add($0, below: root, &$1) }
            writer.data(record.dependencies.bytes)
            writer.list(record.compiledModules.sorted { $0.key < $1.key }) { module, writer in
                writer.text(module.key)
                writer.text(module.value)
            }
            writer.optional(record.textHash) { $1.hash($0) }
            writer.optional(record.signature)
            writer.list(record.diagnostics)
            writer.data(record.types.bytes)
            writer.data(record.mocks.bytes)
            writer.data(record.matchers.bytes)
            writer.data(record.lacking.bytes)
            writer.number(record.mockCount)
            writer.data(record.cause.bytes)
        }
    }

    /// Stores a path relative to the root, as most are; the head has the root.
    private static func add(_ path: DiskPath, below root: DiskPath, _ writer: inout ByteWriter) {
        let below = path.below(root)
        writer.flag(below != nil)
        writer.text(below ?? path.text)
    }
}

/// Reads records up to the first that is incomplete or damaged.
struct CacheReader {
    private let log: [UInt8]
    /// The root and a slash.
    private let root: [UInt8]
    private let modules: Int
    /// The start of the next record.
    private(set) var end: Int
    /// Bytes of records that later ones replaced.
    private(set) var outdated = 0
    private(set) var restored: EngineCache.Restored

    private static let frameSize = 16

    /// - Parameter start: the start of the first record.
    init(_ log: [UInt8], from start: Int, root: String, modules: Int) {
        self.log = log
        self.root = Array(root.utf8) + [UInt8(ascii: "/")]
        self.modules = modules
        end = start
        restored = EngineCache.Restored(modules: modules)
        restored.reserveCapacity(bytes: log.count)
    }

    mutating func readAll() {
        let log = log
        log.withUnsafeBytes { bytes in
            while let size = readRecord(UnsafeRawBufferPointer(rebasing: bytes[end...])) { end += size }
        }
    }

    /// Reads only the paths of the outputs and the hashes of the sources.
    mutating func readOutline() -> EngineCache.Outline {
        var outline = EngineCache.Outline()
        let log = log
        log.withUnsafeBytes { bytes in
            while let record = Self.record(UnsafeRawBufferPointer(rebasing: bytes[end...])) {
                var reader = ByteReader(record)
                if let kind = CacheRecordKind(rawValue: reader.byte()) {
                    let path = readPath(&reader, record)
                    switch kind {
                    case .source:
                        _ = reader.number()
                        outline.sources[path] = reader.hash()
                    case .output: outline.outputs.insert(path)
                    case .removedSource: outline.sources[path] = nil
                    case .removedOutput: outline.outputs.remove(path)
                    }
                }
                end += Self.frameSize + record.count
            }
        }
        return outline
    }

    /// Returns the record at the start of the bytes; `nil` if it is incomplete or damaged.
    private static func record(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count >= frameSize else { return nil }
        let count = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        let hash = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        guard count <= UInt64(bytes.count - frameSize) else { return nil }
        let record = UnsafeRawBufferPointer(rebasing: bytes[frameSize..<frameSize + Int(count)])
        return ContentHash(record).low == hash ? record : nil
    }

    /// Reads the record at the start of the bytes and returns its size; `nil` if it is incomplete or invalid.
    private mutating func readRecord(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let record = Self.record(bytes) else { return nil }
        var reader = ByteReader(record)
        guard let isNew = read(&reader, record), !reader.isDamaged, reader.isAtEnd else { return nil }
        let size = Self.frameSize + record.count
        if !isNew { outdated += size }
        return size
    }

    /// Returns true if the record is the first of its path; `nil` if it is invalid.
    private mutating func read(_ reader: inout ByteReader, _ bytes: UnsafeRawBufferPointer) -> Bool? {
        guard let kind = CacheRecordKind(rawValue: reader.byte()) else { return nil }
        let path = readPath(&reader, bytes)
        switch kind {
        case .source:
            guard let record = source(&reader) else { return nil }
            return restored.add(record, at: path)
        case .output:
            guard let record = output(&reader, bytes) else { return nil }
            return restored.add(record, at: path)
        case .removedSource:
            restored.removeSource(at: path)
            return false
        case .removedOutput:
            restored.removeOutput(at: path)
            return false
        }
    }

    private func source(_ reader: inout ByteReader) -> SourceRecord? {
        let module = reader.number()
        var record = SourceRecord(module: module, hash: reader.hash())
        record.signature = reader.optional()
        record.file = CodedFile(bytes: slice(&reader))
        record.positions = CodedPositions(bytes: slice(&reader))
        record.typeNames = NameFilter(bits: reader.word())
        record.diagnostics = reader.list()
        record.isBroken = reader.flag()
        record.declaresMocks = reader.flag()
        record.declaresSeams = reader.flag()
        record.imports = CodedTexts(bytes: slice(&reader))
        return !reader.isDamaged && (0..<modules).contains(module) && record.file.isSound ? record : nil
    }

    private func output(_ reader: inout ByteReader, _ bytes: UnsafeRawBufferPointer) -> OutputRecord? {
        let module = reader.number()
        var record = OutputRecord(module: module, sources: reader.list { readPath(&$0, bytes) })
        record.dependencies = CodedNames(bytes: slice(&reader))
        let compiled = reader.list { reader in
            let name = reader.text()
            return (name, reader.text())
        }
        if !compiled.isEmpty { record.compiledModules = Dictionary(compiled, uniquingKeysWith: { $1 }) }
        record.textHash = reader.optional { $0.hash() }
        record.signature = reader.optional()
        record.diagnostics = reader.list()
        record.types = CodedTexts(bytes: slice(&reader))
        record.mocks = CodedTexts(bytes: slice(&reader))
        record.matchers = CodedTexts(bytes: slice(&reader))
        record.lacking = CodedTexts(bytes: slice(&reader))
        record.mockCount = reader.number()
        record.cause = CodedTexts(bytes: slice(&reader))
        record.state = .missing
        // Counts are summed later, and their sum must not overflow.
        let counts = 0...Int(UInt32.max)
        guard counts.contains(record.mockCount), counts.contains(record.types.count) else { return nil }
        return !reader.isDamaged && (0..<modules).contains(module) ? record : nil
    }

    /// Returns data of the record at `end`, as a slice of the log.
    private func slice(_ reader: inout ByteReader) -> ByteSlice {
        let (start, range) = (end + Self.frameSize, reader.data())
        return ByteSlice(log, (start + range.lowerBound)..<(start + range.upperBound))
    }

    private func readPath(_ reader: inout ByteReader, _ bytes: UnsafeRawBufferPointer) -> DiskPath {
        let isBelow = reader.flag()
        let text = UnsafeRawBufferPointer(rebasing: bytes[reader.data()])
        guard isBelow else { return DiskPath(String(decoding: text, as: UTF8.self)) }
        return DiskPath(
            String(unsafeUninitializedCapacity: root.count + text.count) { path in
                let path = UnsafeMutableRawBufferPointer(path)
                path.copyBytes(from: root)
                UnsafeMutableRawBufferPointer(rebasing: path[root.count...]).copyMemory(from: text)
                return root.count + text.count
            })
    }
}
