internal import Glibc
internal import SystemPackage

/// A listening Unix socket that is ready for clients as soon as its path exists.
///
/// It is bound under another name and renamed over the old one. So there is no instant without a socket, and a stale
/// socket of a killed daemon is not in the way. Bind only while holding the ``InstanceLock`` of the directory.
package struct ControlSocket: Hashable, Sendable {
    /// `sun_path` without its terminating NUL.
    package static let longestPath = 107

    /// The length of the queue. It is long because a non-blocking client gets EAGAIN if the queue is full.
    private static let backlog: CInt = 1024

    package let path: String
    /// The listening, non-blocking descriptor; it belongs to the server.
    package let descriptor: CInt
    private let device: UInt
    private let inode: UInt

    init(path: String, descriptor: CInt, device: UInt, inode: UInt) {
        self.path = path
        self.descriptor = descriptor
        self.device = device
        self.inode = inode
    }

    package init(bindingIn directory: RootDirectory) throws(PlacementError) {
        try self.init(binding: directory.socketPath)
    }

    /// Binds `path` itself, which must be in a directory that is closed to other users.
    package init(binding path: String) throws(PlacementError) {
        let temporary = "\(path).\(getpid())"
        guard path.utf8.count <= Self.longestPath else { throw .socketPathTooLong(path) }
        guard var address = sockaddr_un(path: temporary) ?? sockaddr_un(path: path) else {
            throw .socketPathTooLong(path)
        }
        // If the suffix does not fit, the socket is bound at `path` itself, after the file of a dead daemon has been
        // removed.
        let bound = temporary.utf8.count <= Self.longestPath ? temporary : path
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var status = stat()
        do throws(Errno) {
            try Errno.check(min(descriptor, 0))
            // The kernel creates the file with the socket's mode less the umask. Set on the socket, the mode makes the
            // file private from the start, without changing the umask of a process with threads.
            try Errno.check(fchmod(descriptor, 0o600))
            unlink(bound)
            try Errno.check(address.withPointer { bind(descriptor, $0, $1) })
            try Errno.check(listen(descriptor, Self.backlog))
            try Errno.check(lstat(bound, &status))
            if bound != path { try Errno.check(rename(bound, path)) }
        } catch {
            close(descriptor)
            if bound != path { unlink(bound) }
            throw .system(operation: "bind", path: FilePath(path), error)
        }
        self.path = path
        self.descriptor = descriptor
        self.device = UInt(status.st_dev)
        self.inode = UInt(status.st_ino)
    }

    /// Calls `listen` again to restore the length of the queue: NIO shortens that of an adopted socket to 128.
    package func restoreQueue() {
        listen(descriptor, Self.backlog)
    }

    /// True if the path still leads to the socket that was bound here, or if the socket was adopted at that path.
    package var isStillAtPath: Bool { inode == 0 || isOurs(orUnknown: true) }

    /// - Parameter orUnknown: the answer if the file cannot be examined.
    private func isOurs(orUnknown: Bool) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return orUnknown && errno != ENOENT && errno != ENOTDIR }
        return status.st_dev == device && status.st_ino == inode
    }

    /// Removes the file if it is still the one that was bound here. A socket that another process has bound there
    /// stays.
    package func unlinkIfOurs() {
        if isOurs(orUnknown: false) { unlink(path) }
    }
}

extension Errno {
    static func check(_ result: CInt) throws(Errno) {
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}

extension sockaddr_un {
    /// Returns `nil` if the path does not fit.
    init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= ControlSocket.longestPath else { return nil }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }

    mutating func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        withUnsafePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
