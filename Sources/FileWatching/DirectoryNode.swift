import SystemPackage

/// A directory of the tree. Its parent and name never change: a renamed directory is removed and added as a new node.
final class DirectoryNode {
    enum Watch: Hashable {
        /// The watch was requested; the kernel has not answered.
        case requested
        case watched
        /// The kernel refused the watch for a lasting reason; the directory is compared by sweeps instead.
        case uncovered(Errno)
        /// The inode is already watched at another path (a bind mount); this path is compared by sweeps.
        case alias
        /// The kernel dropped the watch. The inode number may since have been reused for another directory.
        case lost
    }

    let id: UInt32
    let parent: DirectoryNode?
    let name: [UInt8]
    let path: RawPath
    var identity: FileIdentity
    var watch = Watch.requested
    var directories = NameMap<DirectoryNode>()
    var files = NameMap<EntrySignature>()
    /// The links to directories, and those that lead nowhere and may lead to one later.
    var links: Set<[UInt8]> = []
    /// The ignored subdirectories found by the last listing.
    var ignoredDirectories: Set<[UInt8]> = []
    /// True once the directory has been listed.
    var isListed = false

    init(id: UInt32, parent: DirectoryNode?, name: [UInt8], path: RawPath, identity: FileIdentity) {
        self.id = id
        self.parent = parent
        self.name = name
        self.path = path
        self.identity = identity
    }

    /// True if sweeps compare the directory because it has no events.
    var isUncovered: Bool {
        switch watch {
        case .uncovered, .alias: true
        case .requested, .watched, .lost: false
        }
    }
}
