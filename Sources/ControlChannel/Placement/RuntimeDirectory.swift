internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The directory of one user that contains a directory for each watched root.
///
/// A process that can write here can answer in the daemon's name. So the directory is used only if it is a real
/// directory (no symbolic link), belongs to this user and is closed to all others.
package struct RuntimeDirectory: Hashable, Sendable {
    package let path: FilePath

    static let variables = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"]

    /// Creates the directory if necessary and checks it.
    ///
    /// - Parameters:
    ///   - environment: The variables `$RUNTIME_DIRECTORY` (set by systemd) and `$XDG_RUNTIME_DIR`.
    ///   - user: The user id that must own the directory.
    /// - Throws: ``PlacementError`` that names the path and a fix.
    package static func prepare(
        environment: [String: String], user: UInt32 = geteuid()
    ) throws(PlacementError) -> RuntimeDirectory {
        let candidates = candidates(environment: environment, user: user)
        for (index, path) in candidates.enumerated() {
            try checkOwner(besides: path, user: user)
            if let error = makeDirectory(path) {
                // A stale XDG_RUNTIME_DIR (a container, `su`) names a missing directory; /tmp exists.
                if error == .noSuchFileOrDirectory, index + 1 < candidates.count { continue }
                throw .system(operation: "create", path: path, error)
            }
            return try RuntimeDirectory(checking: path, user: user)
        }
        throw .system(operation: "create", path: "/tmp", .noSuchFileOrDirectory)
    }

    /// Returns the directories that exist and are safe to use, in the order in which a daemon chooses them.
    ///
    /// A client tries all of them: its environment may differ from the daemon's.
    package static func existing(environment: [String: String], user: UInt32 = geteuid()) -> [RuntimeDirectory] {
        candidates(environment: environment, user: user).compactMap { path in
            try? RuntimeDirectory(checking: path, user: user)
        }
    }

    /// Creates and checks the directory of `root`.
    ///
    /// - Parameter root: The root as `realpath` returns it; see ``RootDirectory/canonical(_:)``.
    package func makeRootDirectory(for root: FilePath) throws(PlacementError) -> RootDirectory {
        let directory = rootDirectory(for: root)
        guard directory.socketPath.utf8.count <= ControlSocket.longestPath else {
            throw .socketPathTooLong(directory.socketPath)
        }
        if let error = Self.makeDirectory(directory.path) {
            throw .system(operation: "create", path: directory.path, error)
        }
        _ = try RuntimeDirectory(checking: directory.path, user: geteuid())
        return directory
    }

    /// Returns the directory of `root`, which need not exist.
    package func rootDirectory(for root: FilePath) -> RootDirectory {
        RootDirectory(path: path.appending(RootDirectory.identifier(of: root)), root: root)
    }

    /// Returns the directories of all roots that have been registered here, running or not.
    package func registeredRoots() -> [RootDirectory] {
        let names = (try? Folder.names(in: path)) ?? []
        return names.filter { $0.utf8.count == 16 && $0.allSatisfy(\.isHexDigit) }
            .compactMap { RootDirectory(registeredAt: path.appending($0)) }
            .sorted { $0.root.string < $1.root.string }
    }

    /// Wraps a path that has been checked.
    init(path: FilePath) {
        self.path = path
    }

    /// Checks an open descriptor, not the name, so that the directory cannot be replaced between the checks.
    private init(checking path: FilePath, user: UInt32) throws(PlacementError) {
        let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = Errno(rawValue: errno)
            if error == .tooManySymbolicLinkLevels || error == .notDirectory { throw .notADirectory(path) }
            throw .system(operation: "open", path: path, error)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .system(operation: "examine", path: path, Errno(rawValue: errno))
        }
        guard status.st_uid == user else { throw .foreignOwner(path, owner: status.st_uid, wanted: user) }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path, mode: status.st_mode & 0o777) }
        self.path = path
    }

    private static func candidates(environment: [String: String], user: UInt32) -> [FilePath] {
        // systemd separates several directories by colons; ours is the first.
        if let given = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, given.hasPrefix("/") {
            return [FilePath(String(given))]
        }
        var candidates: [FilePath] = []
        // The XDG specification requires relative paths to be ignored.
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            candidates.append(FilePath(runtime).appending("mockd"))
        }
        candidates.append(FilePath("/tmp/mockd-\(user)"))
        return candidates
    }

    /// Rejects a parent directory of another user, as `sudo -E` passes it on: our directory in it would lock that user
    /// out.
    private static func checkOwner(besides path: FilePath, user: UInt32) throws(PlacementError) {
        var status = stat()
        let parent = path.removingLastComponent()
        guard stat(parent.string, &status) == 0, status.st_uid != user, status.st_uid != 0 else { return }
        throw .foreignOwner(parent, owner: status.st_uid, wanted: user)
    }

    private static func makeDirectory(_ path: FilePath) -> Errno? {
        guard mkdir(path.string, 0o700) != 0 else { return nil }
        let error = Errno(rawValue: errno)
        return error == .fileExists ? nil : error
    }
}

extension FilePath {
    /// The bytes of the path; `string` would repair those that are not UTF-8.
    var bytes: [UInt8] {
        withPlatformString { pointer in
            var bytes: [UInt8] = []
            var next = pointer
            while next.pointee != 0 {
                bytes.append(UInt8(bitPattern: next.pointee))
                next += 1
            }
            return bytes
        }
    }
}
