@testable import MockEngine
import MockModel
@testable import MockParsing
import SystemPackage

extension FuzzTarget {
    /// Records with valid hashes and any content are read without a trap, and the same records are read after writing
    /// them.
    ///
    /// An input is a list of records, each after two bytes of length. The hashes, which protect against accidents, are
    /// added here: a fuzzer could not guess them.
    static let cache = FuzzTarget(name: "cache") { bytes in
        var log = ByteWriter()
        for record in records(bytes) { log.framed { $0.raw(record) } }
        let first = Contents(log.bytes)
        let again = first.log()
        let second = Contents(again)
        guard second.end == again.count else { return "only \(second.end) of \(again.count) bytes again" }
        guard second.log() == again else { return "other records" }
        return first.counts == second.counts ? nil : "other sums: \(first.counts), \(second.counts)"
    }

    private static func records(_ bytes: [UInt8]) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count >= 2 {
            let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
            records.append(Array(rest.dropFirst(2).prefix(count)))
            rest = rest.dropFirst(2 + count)
        }
        return records
    }
}

/// The records of a log, after reading every part that is only decoded when it is needed.
private struct Contents {
    private static let root = DiskPath(FilePath("/kitchen"))

    let end: Int
    private let sources: [(key: DiskPath, value: SourceRecord)]
    private let outputs: [(key: DiskPath, value: OutputRecord)]
    /// The totals that a start reports.
    let counts: [Int]

    init(_ log: [UInt8]) {
        var reader = CacheReader(log, from: 0, root: Self.root.text, modules: 3)
        reader.readAll()
        end = reader.end
        let restored = reader.restored
        sources = restored.sources.sorted { $0.key.text < $1.key.text }
        outputs = restored.outputs.sorted { $0.key.text < $1.key.text }
        var counts = [restored.weight, restored.mocks] + restored.counts.flatMap { [$0.sources, $0.declaring] }
        for (_, record) in sources {
            let (file, positions) = (record.file, record.positions.positions)
            counts += [file.keys.count, file.file.types.count, file.imports.count, record.imports.texts.count]
            counts += [positions.types.count, positions.members.count, file.hasEqualImports(file) ? 1 : 0]
            for type in 0..<file.count { counts.append(file.bytes(ofType: type).count) }
        }
        for (_, record) in outputs {
            counts += [record.dependencies.count, Array(record.dependencies).count, record.mocks.texts.count]
            counts += [record.types.texts.count, record.cause.texts.count, record.isPeculiar ? 1 : 0]
        }
        self.counts = counts
        var paths = CacheReader(log, from: 0, root: Self.root.text, modules: 3)
        _ = paths.readOutline()
    }

    func log() -> [UInt8] {
        var writer = CacheWriter(root: Self.root)
        for (path, record) in sources { writer.add(path, record) }
        for (path, record) in outputs { writer.add(path, record) }
        return writer.bytes
    }
}
