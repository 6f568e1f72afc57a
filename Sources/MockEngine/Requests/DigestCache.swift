internal import MockModel
internal import Synchronization

/// The results of reading inputs, by their digests: what one request has read, no other reads again.
///
/// It holds declarations, never texts. The entries that were not used for the longest time are dropped when there is no
/// more room.
package final class DigestCache: Sendable {
    private enum Key: Hashable, Sendable {
        /// - Parameter reading: identifies the settings that the declarations depend on.
        case source(FileSignature, reading: Fingerprint)
        case index(FileSignature, DiskPath)
    }

    private enum Value: Sendable {
        case source(SourceRecord)
        case index(ModuleIndex)

        /// In bytes, about.
        var size: Int {
            switch self {
            case .source(let record): record.size
            case .index(let index): index.size
            }
        }
    }

    private let values: Mutex<RecentlyUsed<Key, Value>>

    /// - Parameter room: The limit in bytes.
    package init(room: Int) { values = Mutex(RecentlyUsed(room: room)) }

    func record(of signature: FileSignature, reading: Fingerprint, at displayPath: String) -> SourceRecord? {
        guard case .source(let record)? = value(of: .source(signature, reading: reading)) else { return nil }
        return record.named(displayPath)
    }

    func keep(_ record: SourceRecord, of signature: FileSignature, reading: Fingerprint) {
        guard RequestInput.isDigest(signature) else { return }
        keep(.source(record), as: .source(signature, reading: reading))
    }

    func index(of signature: FileSignature, at path: DiskPath) -> ModuleIndex? {
        guard case .index(let index)? = value(of: .index(signature, path)) else { return nil }
        return index
    }

    func keep(_ index: ModuleIndex, of signature: FileSignature, at path: DiskPath) {
        guard RequestInput.isDigest(signature) else { return }
        keep(.index(index), as: .index(signature, path))
    }

    private func value(of key: Key) -> Value? { values.withLock { $0[key] } }

    private func keep(_ value: Value, as key: Key) {
        values.withLock { values in
            _ = values.put(value, size: value.size, for: key)
        }
    }
}

extension SourceRecord {
    /// The bytes that it needs, about; the fixed part holds the record itself and its places in tables.
    var size: Int { file.bytes.count + positions.bytes.count + diagnostics.count * 300 + 700 }
}

extension ModuleIndex {
    /// The bytes that it needs, about.
    var size: Int { files.reduce(500) { $0 + $1.declarations.bytes.count + 200 } }
}
