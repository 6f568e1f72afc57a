import SystemPackage

/// A directory of the tree. It never changes its place: one that is renamed is removed here and added there.
final class DirectoryNode {
    enum Watch: Hashable {
        /// The kernel has been asked and has not answered.
        case requested
        case watched
        /// The kernel refused for a reason that will not go away by itself; the directory is swept instead.
        case uncovered(Errno)
        /// The directory is already watched at another path, as bind mounts do; this one is swept.
        case alias
        /// The kernel dropped the watch. Even the same inode number means another directory now.
        case lost
    }

    let id: UInt32
    let parent: DirectoryNode?
    let name: [UInt8]
    let path: RawPath
    var identity: FileIdentity
    var watch = Watch.requested
    var directories = NameMap<DirectoryNode>()
    var files = NameMap<FileSignature>()
    /// Directories in it that are left alone, as of the last listing.
    var ignoredDirectories: Set<[UInt8]> = []
    /// Whether what is in it has ever been listed.
    var isListed = false

    init(id: UInt32, parent: DirectoryNode?, name: [UInt8], path: RawPath, identity: FileIdentity) {
        self.id = id
        self.parent = parent
        self.name = name
        self.path = path
        self.identity = identity
    }

    /// Swept, because events do not come.
    var isUncovered: Bool {
        switch watch {
        case .uncovered, .alias: true
        case .requested, .watched, .lost: false
        }
    }
}
