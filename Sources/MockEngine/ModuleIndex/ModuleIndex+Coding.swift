internal import LinuxSystem
internal import MockModel
package import SystemPackage

// A line that says what the file is, the versions of its format and of that of declarations, a hash of the rest, and
// the rest: the module, its flags, and the sources in the order of their paths.
extension ModuleIndex {
    private static let opening = Array("mockd module index\n".utf8)
    /// The format of everything but the declarations, raised with every change of it.
    private static let format = 1
    /// No module comes near it: SwiftSyntax, with 4 MB of sources, has 273 kB.
    private static let largest = 256 << 20

    static func bytes(module: String, defines: Set<String>, files: [File]) -> [UInt8] {
        var body = ByteWriter()
        body.text(module)
        body.texts(defines.sorted())
        body.list(files) { file, body in
            body.text(file.path)
            body.data(file.declarations.bytes)
        }
        var whole = ByteWriter(capacity: body.bytes.count + 64)
        whole.raw(opening)
        whole.number(format)
        whole.number(CacheHead.format)
        whole.hash(ContentHash(body.bytes))
        whole.raw(body.bytes)
        return whole.bytes
    }

    /// Reads the index at a path.
    package init(at path: FilePath) throws(ModuleIndexError) {
        if let request = DescriptionEvidence.request {
            self = try request.index(at: path, limit: Self.largest)
            return
        }
        let bytes: [UInt8]
        do {
            bytes = try RegularFile.bytes(of: path, atMost: Self.largest)
        } catch {
            throw .unreadable("\(error)")
        }
        try self.init(bytes, at: path)
    }

    /// Reads the bytes of an index, wherever they are from.
    package init(_ bytes: [UInt8], at path: FilePath) throws(ModuleIndexError) {
        guard bytes.starts(with: Self.opening) else { throw bytes.isEmpty ? .damaged : .foreign }
        self.path = path
        (module, defines, files) = try bytes.withUnsafeBytes { Self.contents(of: $0, in: bytes) }.get()
    }

    private typealias Contents = (module: String, defines: Set<String>, files: [File])

    /// - Parameter whole: the memory of the bytes.
    private static func contents(
        of whole: UnsafeRawBufferPointer, in bytes: [UInt8]
    ) -> Result<Contents, ModuleIndexError> {
        var head = ByteReader(UnsafeRawBufferPointer(rebasing: whole[opening.count...]))
        let versions = [head.number(), head.number()]
        if head.isDamaged { return .failure(.damaged) }
        guard versions == [format, CacheHead.format] else { return .failure(.otherVersion) }
        let hash = head.hash()
        let start = opening.count + head.offset
        let body = UnsafeRawBufferPointer(rebasing: whole[start...])
        guard !head.isDamaged, ContentHash(body) == hash else { return .failure(.damaged) }
        var reader = ByteReader(body)
        let (module, defines) = (reader.text(), reader.texts())
        let files = reader.list { reader in
            let (path, range) = (reader.text(), reader.data())
            let slice = ByteSlice(bytes, (start + range.lowerBound)..<(start + range.upperBound))
            return File(path: path, declarations: CodedFile(bytes: slice))
        }
        // Equal hashes prove that the bytes were written so, not that mockd wrote them.
        let isSound = files.allSatisfy { file in
            !file.path.isEmpty && !file.path.hasPrefix("/") && file.declarations.isSound
        }
        guard !reader.isDamaged, reader.isAtEnd, isSound else { return .failure(.damaged) }
        return .success((module, Set(defines), files))
    }
}
