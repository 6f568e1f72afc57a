/// Texts in encoded form, as in the cache; decoded on demand.
struct CodedTexts: Hashable, Sendable {
    static let empty = CodedTexts(bytes: .empty)

    let bytes: ByteSlice

    init(bytes: ByteSlice) { self.bytes = bytes }

    init(_ texts: [String]) {
        guard !texts.isEmpty else {
            self = .empty
            return
        }
        var writer = ByteWriter()
        writer.texts(texts)
        bytes = ByteSlice(writer.bytes)
    }

    var isEmpty: Bool { bytes.isEmpty }

    var count: Int { read { $0.number() } ?? 0 }

    var texts: [String] { read { $0.texts() } ?? [] }

    private func read<Value>(_ read: (inout ByteReader) -> Value) -> Value? {
        guard !isEmpty else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            let value = read(&reader)
            return reader.isDamaged ? nil : value
        }
    }
}
