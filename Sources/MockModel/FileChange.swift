package import SystemPackage

/// A file that is not what it was when it was last looked at.
///
/// The watcher's only word to the engine. It carries no content: whoever acts on it reads the file and decides.
package struct FileChange: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The file exists; it may be new, rewritten or replaced.
        case changed
        /// Nothing is left at the path.
        case removed
    }

    /// Absolute path, bytes as the kernel gave them.
    package var path: FilePath
    package var kind: Kind

    package init(path: FilePath, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
