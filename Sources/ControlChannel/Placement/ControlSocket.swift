internal import Glibc
internal import SystemPackage

/// A listening Unix socket that is at its place, whole, from the moment anybody can see it.
///
/// It is bound under another name and renamed over the old one: no instant without a socket, and no stale socket of a
/// killed daemon in the way. Bind only while holding the ``InstanceLock`` of the directory.
package struct ControlSocket: Hashable, Sendable {
    /// `sun_path` without its terminating NUL.
    package static let longestPath = 107

    /// Where a non-blocking client finds the queue full it gets EAGAIN and not a place in it, so it is a long one.
    private static let backlog: CInt = 1024

    package let path: String
    /// Listening and non-blocking; belongs to whoever serves it.
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

    /// Binds `path` itself, which must lie in a directory that is closed to others.
    package init(binding path: String) throws(PlacementError) {
        let temporary = "\(path).\(getpid())"
        guard path.utf8.count <= Self.longestPath else { throw .socketPathTooLong(path) }
        guard var address = sockaddr_un(path: temporary) ?? sockaddr_un(path: path) else {
            throw .socketPathTooLong(path)
        }
        // With no room for the suffix the socket is bound in place; what is left of a dead daemon goes first.
        let bound = temporary.utf8.count <= Self.longestPath ? temporary : path
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var status = stat()
        do throws(Errno) {
            try Errno.check(min(descriptor, 0))
            // The kernel gives the file the mode of the socket, less the umask: set here it is private from the first
            // moment, and the umask of a process with threads stays untouched.
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

    /// Listens again, which sets the length of the queue: NIO shortens that of a socket that it takes over to 128.
    package func restoreQueue() {
        listen(descriptor, Self.backlog)
    }

    /// Whether the path still leads to what was bound here. What somebody else has bound is theirs to keep.
    package var isInPlace: Bool { inode == 0 || isOurs(orUnknown: true) }

    /// - Parameter orUnknown: the answer if the file cannot be examined.
    private func isOurs(orUnknown: Bool) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return orUnknown && errno != ENOENT && errno != ENOTDIR }
        return status.st_dev == device && status.st_ino == inode
    }

    /// Removes the file if it still is the one that was bound here.
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
    /// `nil` if the path does not fit.
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
