import Glibc

/// What tells one state of a directory entry from another without reading it.
///
/// A different signature means that the file has to be looked at, whichever is newer: `cp -p`, `tar` and `git stash`
/// set times of the past, and clocks go backwards.
struct FileSignature: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int64
    var modified: Int64
    var changed: Int64
    var mode: UInt32

    init(identity: FileIdentity, size: Int64 = 0, modified: Int64 = 0, changed: Int64 = 0, mode: UInt32 = 0) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
        self.mode = mode
    }

    init(_ status: stat) {
        self.init(
            identity: FileIdentity(status),
            size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec),
            mode: status.st_mode)
    }
}

/// Names an inode, as long as it lives: the numbers of dead ones are given out again at once.
struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
