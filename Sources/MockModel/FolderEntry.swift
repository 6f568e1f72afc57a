/// One name in the listing of a folder.
package struct FolderEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, directory
        /// Neither a regular file nor a folder, nor a link to one of them.
        case other
    }

    /// The name without a terminator. Bytes, because most names are compared and never shown.
    package var nameBytes: [UInt8]
    package var kind: Kind
    /// True for a symbolic link. One of the kind `directory` may lead back to a parent, or nowhere yet.
    package var isLink: Bool
    /// The signature of a regular file that may be a source; `nil` if it was not read.
    package var signature: FileSignature?

    package init(nameBytes: [UInt8], kind: Kind, isLink: Bool = false, signature: FileSignature? = nil) {
        self.nameBytes = nameBytes
        self.kind = kind
        self.isLink = isLink
        self.signature = signature
    }

    package init(name: String, kind: Kind, isLink: Bool = false, signature: FileSignature? = nil) {
        self.init(nameBytes: Array(name.utf8), kind: kind, isLink: isLink, signature: signature)
    }

    /// The name as text; bytes that are not UTF-8 become replacement characters.
    package var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// True for a file that makes its folder the root of a project.
    package var isProjectFile: Bool { kind == .file && ProjectFile.isOne(nameBytes) }

    /// True if ``name`` is the name byte for byte.
    package var isText: Bool { String(validating: nameBytes, as: UTF8.self) != nil }
}

/// The listings of the folders of a tree, each as it was last read, by absolute path. A missing folder was not listed,
/// for whatever reason.
package struct TreeListing: Equatable, Sendable {
    private struct Folder: Sendable {
        var path: String
        var entries: @Sendable () -> [FolderEntry]
    }

    /// Keyed by the bytes of the path: two spellings of an accent are two folders, but equal as strings.
    private var folders: [ContentHash: Folder] = [:]

    package init() {}

    package var paths: some Collection<String> { folders.values.lazy.map(\.path) }

    package subscript(folder: String) -> [FolderEntry]? {
        get { folders[Self.key(of: folder)]?.entries() }
        set {
            folders[Self.key(of: folder)] = nil
            if let newValue { add(folder) { newValue } }
        }
    }

    package static func == (left: TreeListing, right: TreeListing) -> Bool {
        left.folders.count == right.folders.count && left.paths.allSatisfy { left[$0] == right[$0] }
    }

    package mutating func reserveCapacity(_ count: Int) { folders.reserveCapacity(count) }

    /// Adds a folder whose entries are built on demand, possibly on several threads at once.
    package mutating func add(_ folder: String, _ entries: @escaping @Sendable () -> [FolderEntry]) {
        folders[Self.key(of: folder)] = Folder(path: folder, entries: entries)
    }

    private static func key(of path: String) -> ContentHash {
        var path = path
        return path.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)) }
    }
}
