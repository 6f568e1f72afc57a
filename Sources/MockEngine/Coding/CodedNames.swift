/// Keys of names in encoded form, as in the cache.
struct CodedNames: RandomAccessCollection, Hashable, Sendable {
    static let empty = CodedNames(bytes: .empty)

    private static let size = MemoryLayout<NameKey>.size

    let bytes: ByteSlice

    init(bytes: ByteSlice) { self.bytes = bytes }

    init(_ names: [NameKey]) {
        var writer = ByteWriter()
        for name in names { writer.word(name) }
        bytes = ByteSlice(writer.bytes)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count / Self.size }

    subscript(index: Int) -> NameKey {
        bytes.withUnsafeBytes {
            NameKey(littleEndian: $0.loadUnaligned(fromByteOffset: index * Self.size, as: NameKey.self))
        }
    }
}
