internal import MockModel

/// What files declared that are gone or different now, by their content: whoever switches a branch usually switches
/// back, and a file that was moved is the same file.
struct DigestMemory: Sendable {
    private struct Key: Hashable, Sendable {
        var hash: ContentHash
        var module: Int
    }

    /// Bytes of declarations; a file of a large project has a few hundred.
    private static let limit = 4 << 20

    private var digests: [Key: DigestedSource] = [:]
    /// In the order in which they came; the first is forgotten first.
    private var order: [Key] = []
    private var size = 0

    mutating func keep(_ record: SourceRecord) {
        // Of a broken file the record holds the last good declarations, which are not this content's.
        guard !record.isBroken else { return }
        let key = Key(hash: record.hash, module: record.module)
        guard digests.updateValue(DigestedSource(record), forKey: key) == nil else { return }
        order.append(key)
        size += Self.size(record)
        guard size > Self.limit else { return }
        // Half at once: to move the rest each time would cost more than all the rest of an edit.
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
