internal import MockModel
internal import MockParsing

/// The hash of a type's name, for comparisons; a collision costs only an unnecessary lookup.
typealias NameKey = UInt64

func nameKey(_ name: String) -> NameKey { ContentHash(name).low }

/// A `ParsedFile` in a fifth of the memory: the form in which the engine and its cache keep declarations.
///
/// Equal files have equal bytes. A type is decoded when it is looked up; most never are, and a restart decodes none.
struct CodedFile: Hashable, Sendable {
    /// Keys and ends of the types, the imports, then the types one after the other. Empty if the file declares and
    /// imports nothing.
    let bytes: ByteSlice

    private static let headerSize = 8
    private static let entrySize = 12

    static let empty = CodedFile(bytes: .empty)

    init(bytes: ByteSlice) { self.bytes = bytes }

    init(_ file: ParsedFile) {
        guard !file.types.isEmpty || !file.imports.isEmpty else {
            self = .empty
            return
        }
        var body = ByteWriter(capacity: 1024)
        body.list(file.imports)
        let importsEnd = body.bytes.count
        let ends = file.types.map { type in
            type.write(to: &body)
            return UInt32(body.bytes.count)
        }
        // Reserves the exact size, because thousands of these are kept.
        var whole = ByteWriter(capacity: Self.headerSize + Self.entrySize * ends.count + body.bytes.count)
        whole.word(UInt64(file.types.count) << 32 | UInt64(importsEnd))
        for (type, end) in zip(file.types, ends) {
            whole.word(nameKey(type.name))
            for shift in stride(from: 0, to: 32, by: 8) { whole.byte(UInt8(truncatingIfNeeded: end >> shift)) }
        }
        whole.raw(body.bytes)
        bytes = ByteSlice(whole.bytes)
    }

    var file: ParsedFile { ParsedFile(imports: imports, types: (0..<count).compactMap(type)) }

    /// The number of types.
    var count: Int { bytes.isEmpty ? 0 : Int(load(0, UInt64.self) >> 32) }

    func key(at index: Int) -> NameKey { load(Self.headerSize + index * Self.entrySize, UInt64.self) }

    var keys: [NameKey] { (0..<count).map(key) }

    func type(at index: Int) -> TypeDeclaration? { decode(range(ofType: index)) { TypeDeclaration(from: &$0) } }

    /// Imports like `@_exported import Pantry` and `@_exported import struct Pantry.Jar`.
    var reexports: [ImportDeclaration] { imports.filter(\.isExported) }

    var imports: [ImportDeclaration] { decode(importsRange) { $0.list() } ?? [] }

    /// Returns the bytes of a type; equal types have equal bytes.
    func bytes(ofType index: Int) -> ByteSlice { bytes[range(ofType: index)] }

    func hasEqualImports(_ other: CodedFile) -> Bool { bytes[importsRange] == other.bytes[other.importsRange] }

    /// True if the offsets are consistent with the contents; checked once for bytes from a cache.
    var isSound: Bool {
        guard !bytes.isEmpty else { return true }
        guard bytes.count >= Self.headerSize, count <= bytes.count / Self.entrySize, bodyStart <= bytes.count else {
            return false
        }
        var end = bodyStart + Int(load(0, UInt64.self) & 0xffff_ffff)
        for index in 0..<count {
            let next = self.end(ofType: index)
            guard next >= end else { return false }
            end = next
        }
        return end == bytes.count || (count == 0 && end <= bytes.count)
    }

    // MARK: Layout

    private var bodyStart: Int { Self.headerSize + count * Self.entrySize }

    private var importsRange: Range<Int> {
        guard !bytes.isEmpty else { return 0..<0 }
        return bodyStart..<(bodyStart + Int(load(0, UInt64.self) & 0xffff_ffff))
    }

    private func end(ofType index: Int) -> Int {
        bodyStart + Int(load(Self.headerSize + index * Self.entrySize + 8, UInt32.self))
    }

    private func range(ofType index: Int) -> Range<Int> {
        (index == 0 ? importsRange.upperBound : end(ofType: index - 1))..<end(ofType: index)
    }

    private func load<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Value {
        bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    private func decode<Value>(_ range: Range<Int>, _ read: (inout ByteReader) -> Value) -> Value? {
        guard !range.isEmpty else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
            let value = read(&reader)
            return reader.isDamaged ? nil : value
        }
    }
}

/// The positions of a file's declarations in encoded form; decoded only for a message with a position.
struct CodedPositions: Hashable, Sendable {
    let bytes: ByteSlice

    static let empty = CodedPositions(bytes: .empty)

    init(bytes: ByteSlice) { self.bytes = bytes }

    init(_ positions: DeclarationPositions) {
        guard !positions.types.isEmpty else {
            self = .empty
            return
        }
        var writer = ByteWriter()
        writer.list(positions.types)
        writer.list(positions.members) { $1.list($0) }
        bytes = ByteSlice(writer.bytes)
    }

    var positions: DeclarationPositions {
        bytes.withUnsafeBytes { bytes in
            guard !bytes.isEmpty else { return DeclarationPositions() }
            var reader = ByteReader(bytes)
            var positions = DeclarationPositions()
            positions.types = reader.list()
            positions.members = reader.list { $0.list() }
            return positions
        }
    }
}
