internal import MockModel

/// Records of deleted and changed files, by content hash: a switched branch is usually switched back, and a moved file
/// has the same content.
struct SourceMemory: Sendable {
    private struct Key: Hashable, Sendable {
        var hash: ContentHash
        var module: Int
    }

    /// The limit in bytes of declarations; a file of a large project has a few hundred.
    private static let limit = 4 << 20

    private var records: [Key: SourceRecord] = [:]
    /// The keys from the oldest, which is dropped first.
    private var order: [Key] = []
    private(set) var size = 0

    mutating func keep(_ record: SourceRecord) {
        // The record of a broken file holds the last valid declarations, which do not belong to this content.
        guard !record.isBroken else { return }
        let key = Key(hash: record.hash, module: record.module)
        guard records.updateValue(record, forKey: key) == nil else { return }
        order.append(key)
        size += Self.size(record)
        guard size > Self.limit else { return }
        // Drops half at once: moving the rest each time would cost more than all other work of an edit.
        for key in order.prefix(order.count / 2 + 1) { records[key] = nil }
        order.removeFirst(order.count / 2 + 1)
        size = records.values.reduce(0) { $0 + Self.size($1) }
    }

    func record(of hash: ContentHash, module: Int) -> SourceRecord? { records[Key(hash: hash, module: module)] }

    private static func size(_ record: SourceRecord) -> Int {
        record.file.bytes.count + record.positions.bytes.count + 200
    }
}
