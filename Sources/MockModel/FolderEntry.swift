/// One name in a folder, as a look into it told.
package struct FolderEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, directory
        /// Neither a regular file nor a folder, nor a link to one of them.
        case other
    }

    /// What it is called, without an end mark. Bytes, because most names are compared and never shown.
    package var nameBytes: [UInt8]
    package var kind: Kind
    /// Folders behind links are not entered: they may lead back to where one came from.
    package var isLink: Bool
    /// Of a regular file that may be a source; `nil` when it was not looked at.
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

    /// Where the bytes are no text, with marks in the places of those that are not.
    package var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// Whether ``name`` is what the file is called, byte for byte.
    package var isText: Bool { String(validating: nameBytes, as: UTF8.self) != nil }
}

/// What the folders of a tree held when each was looked at, by the folders' absolute paths. A folder that is not there
/// was not looked into, for whatever reason.
package struct TreeListing: Equatable, Sendable {
    private struct Folder: Sendable {
        var path: String
        var entries: @Sendable () -> [FolderEntry]
    }

    /// By the bytes of their paths: two spellings of an accent are two folders, and equal as strings.
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

    /// Adds a folder whose entries are put together when somebody asks for them, who may ask for many side by side.
    package mutating func add(_ folder: String, _ entries: @escaping @Sendable () -> [FolderEntry]) {
        folders[Self.key(of: folder)] = Folder(path: folder, entries: entries)
    }

    private static func key(of path: String) -> ContentHash {
        var path = path
        return path.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)) }
    }
}
