internal import Glibc
internal import SystemPackage

/// The folder of an output, held open: files are written and removed in this folder, even if its path leads elsewhere
/// meanwhile.
///
/// Below the project's root no link is followed. A repository may come from anywhere, and a folder `Mocks` in it that
/// is a link to another place of the disk must not lead us there. Links on the way to the root are the user's own.
struct OutputFolder: ~Copyable {
    let descriptor: Int32

    /// - Parameters:
    ///   - root: The folder below which links are not followed; `nil` to follow them all.
    ///   - creating: True to create missing folders.
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

    /// Opens the folder if it exists and no link is on the way to it: then the kernel's path of it equals the given
    /// one. This is one step instead of one for each folder on the way; Glibc has no `openat2`.
    private static func openWithoutLinks(_ path: FilePath) -> Int32? {
        path.withPlatformString { wanted in
            let folder = open(wanted, flags)
            guard folder >= 0 else { return nil }
            // One byte more than the path, to notice a longer one.
            let length = strlen(wanted)
            let isThere = withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { buffer in
                guard let start = buffer.baseAddress else { return false }
                return readlink("/proc/self/fd/\(folder)", start, buffer.count) == length
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

    /// Returns the type of a folder's entry; `nil` if there is none.
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

    /// Returns the status of a folder's entry; for a link that of the link itself, not of its target.
    func status(of name: String) -> stat? { Self.status(of: name, in: descriptor) }

    /// Creates a file for writing; it is an error if the name exists.
    ///
    /// - Parameter mode: Limited by the umask and the folder's rules.
    func create(_ name: String, mode: mode_t) throws -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return FileDescriptor(rawValue: try Self.checked(openat(descriptor, name, flags, mode)))
    }

    func rename(_ name: String, to target: String) throws {
        _ = try Self.checked(renameat(descriptor, name, descriptor, target))
    }

    func remove(_ name: String) throws { _ = try Self.checked(unlinkat(descriptor, name, 0)) }

    /// Removes a folder; it is an error if the folder is not empty.
    func removeFolder(_ name: String) throws { _ = try Self.checked(unlinkat(descriptor, name, AT_REMOVEDIR)) }
}
