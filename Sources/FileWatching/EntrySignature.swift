import Glibc
import MockModel

/// The `lstat` fields that identify one state of a directory entry without reading the file.
///
/// A different signature means that the file must be compared, even if the new times are older: `cp -p`, `tar` and
/// `git stash` set times in the past, and clocks go backwards.
struct EntrySignature: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int64
    var modified: Int64
    var changed: Int64
    var mode: UInt32
    /// True if the entry changed so shortly before the `lstat` that another write could leave all these fields as they
    /// are.
    var isRacy: Bool
    /// True if the entry is a symbolic link to the file.
    var isLink = false
    /// True for a file with another hard link, which may lie elsewhere: a write through that one sends no event here.
    var hasOtherName = false

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

    /// - Parameter now: nanoseconds of the real-time clock, taken before the `lstat`.
    init(_ status: stat, at now: Int64) {
        let changed = Int64(nanosecondsOf: status.st_ctim)
        self.init(
            identity: FileIdentity(status), size: Int64(status.st_size),
            modified: Int64(nanosecondsOf: status.st_mtim), changed: changed, mode: status.st_mode,
            isRacy: FileClock.mayHideWrites(changed: Int(changed), statAt: Int(now)))
        isLink = status.st_mode & S_IFMT == S_IFLNK
        hasOtherName = status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(nanosecondsOf: time)
    }

    /// The signature under which the engine caches the file; `nil` for a link, whose fields are mixed with its
    /// target's.
    var fileSignature: MockModel.FileSignature? {
        guard !isLink else { return nil }
        return MockModel.FileSignature(
            device: identity.device, inode: identity.inode, size: Int(size), modified: Int(modified),
            changed: Int(changed))
    }

    /// True for a link that leads nowhere: the signature of another one has the mode of its target.
    var leadsNowhere: Bool { isLink && mode & S_IFMT == S_IFLNK }

    /// True if both describe the same state, regardless of when each was taken.
    func isSameState(as other: EntrySignature) -> Bool {
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

/// Identifies an inode while it exists; the kernel reuses the numbers of deleted ones at once.
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
