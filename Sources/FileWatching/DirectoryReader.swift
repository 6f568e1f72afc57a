import Glibc
import LinuxSystem
import Synchronization
import SystemPackage

/// The result of `lstat` on a path.
enum DirectoryEntry: Hashable, Sendable {
    case missing
    case directory(FileIdentity)
    /// A regular file, or a symbolic link that leads to one or to nothing.
    case file(EntrySignature)
    /// A symbolic link to a directory, which is not watched: the description of the project decides whether it is read.
    case linkedDirectory
    /// A pipe, a socket or a device, which cannot be a source.
    case other
    /// `lstat` failed, for instance because a parent directory may not be searched.
    case unreadable(Errno)
}

/// Reads directories for the tree. The seam for tests without a kernel.
protocol DirectoryReader {
    func entry(at path: RawPath) -> DirectoryEntry
    /// Returns the names in a directory, without `.` and `..`, with an entry for each that is wanted.
    func list(_ path: RawPath, wanting isWanted: (ListedName) -> Bool) throws(Errno) -> [ListedName]
    /// Lists several directories; `isWanted` also receives the directory.
    func list(
        _ paths: [RawPath], wanting isWanted: @Sendable @escaping (ListedName, RawPath) -> Bool
    ) -> [Result<[ListedName], Errno>]
}

extension DirectoryReader {
    func list(
        _ paths: [RawPath], wanting isWanted: @Sendable @escaping (ListedName, RawPath) -> Bool
    ) -> [Result<[ListedName], Errno>] {
        paths.map { listing(of: $0, wanting: isWanted) }
    }

    fileprivate func listing(
        of path: RawPath, wanting isWanted: (ListedName, RawPath) -> Bool
    ) -> Result<[ListedName], Errno> {
        Result { () throws(Errno) in try list(path) { isWanted($0, path) } }
    }
}

/// One name from a directory listing.
struct ListedName: Hashable, Sendable {
    var bytes: [UInt8]
    /// False if the file system reports another type; some file systems report none.
    var mayBeDirectory: Bool
    /// True if the file system reports a symbolic link.
    var isLink = false
    /// `nil` if `isWanted` did not ask for it.
    var entry: DirectoryEntry?

    /// True if the name alone made it wanted and it is a file.
    var isKnownFile: Bool {
        guard !mayBeDirectory, !isLink, case .file = entry else { return false }
        return true
    }
}

struct KernelDirectoryReader: DirectoryReader {
    func entry(at path: RawPath) -> DirectoryEntry {
        path.withCString { Self.entry($0, in: AT_FDCWD, at: EntrySignature.now()) }
    }

    /// - Parameters:
    ///   - folder: the directory that a relative name starts from.
    ///   - now: a time before the `fstatat` call.
    private static func entry(_ name: UnsafePointer<CChar>, in folder: Int32, at now: Int64) -> DirectoryEntry {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(Errno(rawValue: errno))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .directory(FileIdentity(status))
        case S_IFREG: return .file(EntrySignature(status, at: now))
        case S_IFLNK: return linkEntry(name, in: folder, EntrySignature(status, at: now), at: now)
        default: return .other
        }
    }

    /// A link to a file is compared by its target too: it changes with the target, though no event is sent for the
    /// link.
    private static func linkEntry(
        _ name: UnsafePointer<CChar>, in folder: Int32, _ link: EntrySignature, at now: Int64
    ) -> DirectoryEntry {
        var target = stat()
        guard fstatat(folder, name, &target, 0) == 0 else {
            // A link that leads nowhere is known by itself; an error of the disk says nothing about where it leads.
            let leadsNowhere = [ENOENT, ENOTDIR, ELOOP, EACCES, ENAMETOOLONG].contains(errno)
            return leadsNowhere ? .file(link) : .unreadable(Errno(rawValue: errno))
        }
        guard target.st_mode & S_IFMT == S_IFREG else {
            return target.st_mode & S_IFMT == S_IFDIR ? .linkedDirectory : .other
        }
        var signature = EntrySignature(target, at: now)
        signature.isLink = true
        signature.isRacy = signature.isRacy || link.isRacy
        signature.identity = link.identity
        signature.changed ^= link.changed &* 31 &+ Int64(bitPattern: FileIdentity(target).inode)
        return .file(signature)
    }

    func list(_ path: RawPath, wanting isWanted: (ListedName) -> Bool) throws(Errno) -> [ListedName] {
        // Not opendir, which would follow a symbolic link that replaced the directory.
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        var names: [ListedName] = []
        let room = Int(PATH_MAX) - path.bytes.count - 1
        let now = EntrySignature.now()
        try Folder.visit(descriptor) { name, type in
            let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
            var listed = ListedName(
                bytes: bytes, mayBeDirectory: type == Int(DT_DIR) || type == Int(DT_UNKNOWN),
                isLink: type == Int(DT_LNK))
            // Relative to the open directory: resolving the path from the root would be most of the cost of most calls.
            if isWanted(listed) {
                // A path longer than PATH_MAX can neither be watched nor read.
                let isReachable = bytes.count < room
                listed.entry = isReachable ? Self.entry(name, in: descriptor, at: now) : .unreadable(.fileNameTooLong)
            }
            names.append(listed)
        }
        return names
    }
}

extension KernelDirectoryReader {
    /// Lists the directories on one thread per core.
    func list(
        _ paths: [RawPath], wanting isWanted: @Sendable @escaping (ListedName, RawPath) -> Bool
    ) -> [Result<[ListedName], Errno>] {
        let listings = Listings(paths.count)
        WatcherThread.sideBySide(min(paths.count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
            while let index = listings.nextIndex() {
                let listing = listing(of: paths[index], wanting: isWanted)
                listings.found.withLock { $0[index] = listing }
            }
        }
        return listings.found.withLock { $0 }
    }

    /// The results of several threads, and the next index to work on.
    private final class Listings: Sendable {
        let found: Mutex<[Result<[ListedName], Errno>]>
        private let count: Int
        private let next = Atomic(0)

        init(_ count: Int) {
            self.count = count
            found = Mutex(Array(repeating: .success([]), count: count))
        }

        func nextIndex() -> Int? {
            let index = next.add(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }
    }
}
