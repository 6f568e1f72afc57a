internal import Glibc
package import SystemPackage

/// Two connected descriptors that are closed on exec, so that no other child inherits them as it would a pipe.
package struct SocketPair {
    package let ours: Int32
    package let theirs: Int32

    /// - Parameter isBlocking: True if reading from our end waits.
    package init(isBlocking: Bool = false) throws(Errno) {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw Errno(rawValue: errno)
        }
        if !isBlocking { _ = fcntl(pair[0], F_SETFL, O_NONBLOCK) }
        (ours, theirs) = (pair[0], pair[1])
    }
}
