import Glibc
import MockModel

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
    /// It changed so shortly before the look that another write could leave everything here as it is.
    var isRacy: Bool
    /// What stands there is a link to the file.
    var isLink = false

    init(
        identity: FileIdentity, size: Int64 = 0, modified: Int64 = 0, changed: Int64 = 0, mode: UInt32 = 0,
        isRacy: Bool = false
    ) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
        self.mode = mode
        self.isRacy = isRacy
    }

    /// - Parameter now: nanoseconds of the real-time clock, before the entry was looked at.
    init(_ status: stat, at now: Int64) {
        let changed = Int64(nanosecondsOf: status.st_ctim)
        self.init(
            identity: FileIdentity(status), size: Int64(status.st_size),
            modified: Int64(nanosecondsOf: status.st_mtim), changed: changed, mode: status.st_mode,
            isRacy: FileClock.mayHideWrites(changed: Int(changed), lookedAt: Int(now)))
        isLink = status.st_mode & S_IFMT == S_IFLNK
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(nanosecondsOf: time)
    }

    /// For those who know the file by its own name only; `nil` for a link.
    var ofFile: MockModel.FileSignature? {
        guard !isLink else { return nil }
        return MockModel.FileSignature(
            device: identity.device, inode: identity.inode, size: Int(size), modified: Int(modified),
            changed: Int(changed))
    }

    /// Whether the two tell the same state, whenever each of them was looked at.
    func isSameState(as other: FileSignature) -> Bool {
        var other = other
        other.isRacy = isRacy
        return self == other
    }
}

extension Int64 {
    fileprivate init(nanosecondsOf time: timespec) {
        self = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
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
