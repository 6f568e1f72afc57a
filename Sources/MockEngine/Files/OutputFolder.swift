internal import Glibc
internal import SystemPackage

/// The folder of an output, held open: what is written or removed in it is written or removed there, whatever becomes
/// of the path meanwhile.
///
/// Below the project's root no link is followed. A repository may come from anywhere, and a folder `Mocks` in it that
/// is a link to another place of the disk must not lead us there. Links on the way to the root are the user's own.
struct OutputFolder: ~Copyable {
    let descriptor: Int32

    /// - Parameters:
    ///   - root: where links are not followed any more; `nil` to follow them all.
    ///   - creating: folders that are missing are made.
    init(_ path: FilePath, beneath root: RootFolder?, creating: Bool = false) throws {
        let depth = root?.depth(of: path)
        if let root, let found = Self.openWithoutLinks(path) {
            do {
                if let depth { try root.check(found, depth: depth) }
            } catch {
                close(found)
                throw error
            }
            descriptor = found
            return
        }
        guard let root, let depth else {
            descriptor = try Self.checked(open(path.string, Self.flags))
            return
        }
        var folder = try Self.checked(open(root.path.string, Self.flags))
        do {
            try root.check(folder, depth: 0)
            for name in path.components.suffix(depth).map(\.string) {
                let outer = folder
                folder = try Self.enter(name, in: outer, creating: creating)
                close(outer)
            }
        } catch {
            close(folder)
            throw error
        }
        descriptor = folder
    }

    deinit { close(descriptor) }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// The folder, if it is there and no link is on the way to it: then it is where the kernel says that it is. One step
    /// for what takes one for each folder on the way otherwise; Glibc has no `openat2`.
    private static func openWithoutLinks(_ path: FilePath) -> Int32? {
        path.withPlatformString { wanted in
            let folder = open(wanted, flags)
            guard folder >= 0 else { return nil }
            // One byte more than the path, so that a longer one shows.
            let length = strlen(wanted)
            let isThere = withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { place in
                guard let start = place.baseAddress else { return false }
                return readlink("/proc/self/fd/\(folder)", start, place.count) == length
                    && strncmp(wanted, start, length) == 0
            }
            if isThere { return folder }
            close(folder)
            return nil
        }
    }

    private static func enter(_ name: String, in folder: Int32, creating: Bool) throws -> Int32 {
        let found = openat(folder, name, flags | O_NOFOLLOW)
        guard found < 0 else { return found }
        switch errno {
        case ENOENT where creating:
            guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
            return try enter(name, in: folder, creating: false)
        case ENOTDIR where kind(of: name, in: folder) == S_IFLNK: throw Errno.tooManySymbolicLinkLevels
        default: throw Errno(rawValue: errno)
        }
    }

    /// What an entry of a folder is; `nil` when there is none.
    private static func kind(of name: String, in folder: Int32) -> mode_t? {
        status(of: name, in: folder).map { $0.st_mode & S_IFMT }
    }

    private static func status(of name: String, in folder: Int32) -> stat? {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    private static func checked(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw Errno(rawValue: errno) }
        return result
    }

    // MARK: Files

    /// What is at a name in the folder; a link is what it is, and not what it leads to.
    func status(of name: String) -> stat? { Self.status(of: name, in: descriptor) }

    /// A new file for writing; it is an error if there is anything of that name.
    ///
    /// - Parameter mode: as far as the umask and the folder let it have that.
    func create(_ name: String, mode: mode_t) throws -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return FileDescriptor(rawValue: try Self.checked(openat(descriptor, name, flags, mode)))
    }

    func rename(_ name: String, to target: String) throws {
        _ = try Self.checked(renameat(descriptor, name, descriptor, target))
    }

    func remove(_ name: String) throws { _ = try Self.checked(unlinkat(descriptor, name, 0)) }

    /// It is an error if there is anything in it.
    func removeFolder(_ name: String) throws { _ = try Self.checked(unlinkat(descriptor, name, AT_REMOVEDIR)) }
}
