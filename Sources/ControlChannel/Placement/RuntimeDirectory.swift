internal import Glibc
package import SystemPackage

/// The directory of one user under which each watched root has a directory of its own.
///
/// Whoever can write here can answer in the daemon's name, so the directory is used only if it is a real directory
/// (no symbolic link), belongs to us and is closed to everybody else.
package struct RuntimeDirectory: Hashable, Sendable {
    package let path: FilePath

    static let variables = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"]

    /// Creates the directory if need be and checks it.
    ///
    /// - Parameters:
    ///   - environment: What `$RUNTIME_DIRECTORY` (set by systemd) and `$XDG_RUNTIME_DIR` are read from.
    ///   - user: The user id that must own the directory.
    /// - Throws: ``PlacementError`` naming the path and the way out.
    package static func prepare(
        environment: [String: String], user: UInt32 = geteuid()
    ) throws(PlacementError) -> RuntimeDirectory {
        let candidates = candidates(environment: environment, user: user)
        for (index, path) in candidates.enumerated() {
            try checkOwner(besides: path, user: user)
            if let error = makeDirectory(path) {
                // A stale XDG_RUNTIME_DIR (a container, `su`) names a directory that is not there; /tmp is.
                if error == .noSuchFileOrDirectory, index + 1 < candidates.count { continue }
                throw .system(operation: "create", path: path, error)
            }
            return try RuntimeDirectory(checking: path, user: user)
        }
        throw .system(operation: "create", path: "/tmp", .noSuchFileOrDirectory)
    }

    /// The directories that are there and safe to use, in the order in which a daemon would choose them.
    ///
    /// A client looks in all of them: its environment need not be that of the daemon.
    package static func existing(environment: [String: String], user: UInt32 = geteuid()) -> [RuntimeDirectory] {
        candidates(environment: environment, user: user).compactMap { path in
            try? RuntimeDirectory(checking: path, user: user)
        }
    }

    /// Creates and checks the directory of `root`.
    ///
    /// - Parameter root: The root as `realpath` gives it; see ``RootDirectory/canonical(_:)``.
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

    /// Where `root` has its files, whether or not they are there.
    package func rootDirectory(for root: FilePath) -> RootDirectory {
        RootDirectory(path: path.appending(RootDirectory.identifier(of: root)), root: root)
    }

    /// The directories of all roots that have been registered here, running or not.
    package func registeredRoots() -> [RootDirectory] {
        guard let stream = opendir(path.string) else { return [] }
        defer { closedir(stream) }
        var found: [RootDirectory] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.utf8.count == 16, name.allSatisfy(\.isHexDigit) else { continue }
            guard let directory = RootDirectory(registeredAt: path.appending(name)) else { continue }
            found.append(directory)
        }
        return found.sorted { $0.root.string < $1.root.string }
    }

    /// One that has been checked.
    init(path: FilePath) {
        self.path = path
    }

    /// Opens rather than asks by name, so that what was checked is what is there.
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
        // systemd separates several directories with colons; ours is the first.
        if let given = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, given.hasPrefix("/") {
            return [FilePath(String(given))]
        }
        var candidates: [FilePath] = []
        // The XDG specification wants relative paths ignored.
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            candidates.append(FilePath(runtime).appending("mockd"))
        }
        candidates.append(FilePath("/tmp/mockd-\(user)"))
        return candidates
    }

    /// In the directory of another user, as `sudo -E` passes it on, a directory of ours would keep that user out.
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
    /// The bytes as the kernel knows them; `string` would repair those that are not UTF-8.
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
