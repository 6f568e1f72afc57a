internal import MockModel

/// What a record is about.
enum CacheRecordKind: UInt8 {
    case source, output, goneSource, goneOutput
}

/// Puts records together: length, hash, kind, path, content.
struct CacheWriter: Sendable {
    private(set) var bytes: [UInt8]
    private let root: DiskPath

    init(root: String, head: [UInt8] = []) {
        bytes = head
        self.root = DiskPath(root)
    }

    mutating func add(_ kind: CacheRecordKind, _ path: DiskPath, _ write: (inout ByteWriter) -> Void = { _ in }) {
        var writer = ByteWriter()
        writer.byte(kind.rawValue)
        Self.add(path, below: root, &writer)
        write(&writer)
        var frame = ByteWriter()
        frame.word(UInt64(writer.bytes.count))
        frame.word(ContentHash(writer.bytes).low)
        bytes += frame.bytes
        bytes += writer.bytes
    }

    mutating func add(_ path: DiskPath, _ record: SourceRecord) {
        add(.source, path) { writer in
            writer.number(record.module)
            writer.hash(record.hash)
            writer.optional(record.signature)
            writer.data(record.file.bytes)
            writer.data(record.positions.bytes)
            writer.list(record.diagnostics)
            writer.flag(record.isBroken)
            writer.flag(record.declaresMocks)
            writer.texts(record.imports)
        }
    }

    mutating func add(_ path: DiskPath, _ record: OutputRecord) {
        let root = root
        add(.output, path) { writer in
            writer.number(record.module)
            writer.list(record.sources) { Self.add($0, below: root, &$1) }
            writer.number(record.dependencies.count)
            for name in record.dependencies { writer.word(name) }
            writer.list(record.compiledModules.sorted { $0.key < $1.key }) { module, writer in
                writer.text(module.key)
                writer.text(module.value)
            }
            writer.optional(record.textHash) { $1.hash($0) }
            writer.optional(record.signature)
            writer.list(record.diagnostics)
            writer.texts(record.types)
            writer.texts(record.mocks)
            writer.number(record.mockCount)
            writer.text(record.reason)
        }
    }

    /// Most paths are below the root, which the head names.
    private static func add(_ path: DiskPath, below root: DiskPath, _ writer: inout ByteWriter) {
        let below = path.below(root)
        writer.flag(below != nil)
        writer.text(below ?? path.text)
    }
}

/// Takes records apart, up to the first that is not whole.
struct CacheReader {
    /// How a look for the next record ended.
    enum Step {
        case read
        /// More bytes are needed: so many from the record's start on.
        case incomplete(Int)
        case damaged
    }

    private let root: String
    private let modules: Int
    /// Where the next record starts.
    private(set) var end: Int
    /// Bytes of records that later ones replaced.
    private(set) var outdated = 0

    private static let frameSize = 16

    init(from start: Int, root: String, modules: Int) {
        self.root = root + "/"
        self.modules = modules
        end = start
    }

    /// - Parameter bytes: of the log, from `end` on.
    mutating func readRecord(_ bytes: UnsafeRawBufferPointer, into restored: inout EngineCache.Restored) -> Step {
        guard bytes.count >= Self.frameSize else { return .incomplete(Self.frameSize) }
        let count = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        let hash = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        guard count <= UInt64(Int32.max) else { return .damaged }
        let size = Self.frameSize + Int(count)
        guard size <= bytes.count else { return .incomplete(size) }
        let record = UnsafeRawBufferPointer(rebasing: bytes[Self.frameSize..<size])
        guard ContentHash(record).low == hash else { return .damaged }
        var reader = ByteReader(record)
        guard let isNew = read(&reader, &restored), !reader.isDamaged, reader.isAtEnd else { return .damaged }
        if !isNew { outdated += size }
        end += size
        return .read
    }

    /// Whether the record is the first of its path; `nil` when it makes no sense.
    private func read(_ reader: inout ByteReader, _ restored: inout EngineCache.Restored) -> Bool? {
        guard let kind = CacheRecordKind(rawValue: reader.byte()) else { return nil }
        let path = readPath(&reader)
        switch kind {
        case .source:
            guard let record = source(&reader) else { return nil }
            guard let replaced = restored.sources.updateValue(record, forKey: path) else { return true }
            restored.memory.keep(replaced)
            return false
        case .output:
            guard let record = output(&reader) else { return nil }
            return restored.outputs.updateValue(record, forKey: path) == nil
        case .goneSource:
            if let replaced = restored.sources.removeValue(forKey: path) { restored.memory.keep(replaced) }
            return false
        case .goneOutput:
            restored.outputs[path] = nil
            return false
        }
    }

    private func source(_ reader: inout ByteReader) -> SourceRecord? {
        let module = reader.number()
        var record = SourceRecord(module: module, hash: reader.hash())
        record.signature = reader.optional()
        record.file = CodedFile(bytes: reader.data())
        record.positions = CodedPositions(bytes: reader.data())
        record.diagnostics = reader.list()
        record.isBroken = reader.flag()
        record.declaresMocks = reader.flag()
        record.imports = reader.texts()
        return !reader.isDamaged && (0..<modules).contains(module) && record.file.isSound ? record : nil
    }

    private func output(_ reader: inout ByteReader) -> OutputRecord? {
        let module = reader.number()
        var record = OutputRecord(module: module, sources: reader.list(readPath))
        record.dependencies = reader.list { $0.word() }
        let compiled = reader.list { reader in
            let name = reader.text()
            return (name, reader.text())
        }
        record.compiledModules = Dictionary(compiled, uniquingKeysWith: { $1 })
        record.textHash = reader.optional { $0.hash() }
        record.signature = reader.optional()
        record.diagnostics = reader.list()
        record.types = reader.texts()
        record.mocks = reader.texts()
        record.mockCount = reader.number()
        record.reason = reader.text()
        record.state = .missing
        return !reader.isDamaged && (0..<modules).contains(module) ? record : nil
    }

    private func readPath(_ reader: inout ByteReader) -> DiskPath {
        let isBelow = reader.flag()
        let text = reader.text()
        return DiskPath(isBelow ? root + text : text)
    }
}
