internal import MockModel

/// Declarations of deleted and changed files, by content hash: a switched branch is usually switched back, and a moved
/// file has the same content.
struct DigestMemory: Sendable {
    private struct Key: Hashable, Sendable {
        var hash: ContentHash
        var module: Int
    }

    /// The limit in bytes of declarations; a file of a large project has a few hundred.
    private static let limit = 4 << 20

    private var digests: [Key: DigestedSource] = [:]
    /// The keys from the oldest, which is dropped first.
    private var order: [Key] = []
    private var size = 0

    mutating func keep(_ record: SourceRecord) {
        // The record of a broken file holds the last valid declarations, which do not belong to this content.
        guard !record.isBroken else { return }
        let key = Key(hash: record.hash, module: record.module)
        guard digests.updateValue(DigestedSource(record), forKey: key) == nil else { return }
        order.append(key)
        size += Self.size(record)
        guard size > Self.limit else { return }
        // Drops half at once: moving the rest each time would cost more than all other work of an edit.
        for key in order.prefix(order.count / 2 + 1) { digests[key] = nil }
        order.removeFirst(order.count / 2 + 1)
        size = digests.values.reduce(0) { $0 + Self.size($1.file, $1.positions) }
    }

    func digest(of hash: ContentHash, module: Int) -> DigestedSource? { digests[Key(hash: hash, module: module)] }

    private static func size(_ record: SourceRecord) -> Int { size(record.file, record.positions) }

    private static func size(_ file: CodedFile, _ positions: CodedPositions) -> Int {
        file.bytes.count + positions.bytes.count + 200
    }
}
