package import SystemPackage

/// A file that changed since the watcher last compared it with the disk.
///
/// It is all that the watcher tells the engine, and carries no content: the engine reads the file and decides.
package struct FileChange: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The file exists; it may be new, rewritten or replaced.
        case changed
        /// The file no longer exists.
        case removed
    }

    /// The absolute path, in the bytes that the kernel reported.
    package var path: FilePath
    package var kind: Kind

    package init(path: FilePath, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
