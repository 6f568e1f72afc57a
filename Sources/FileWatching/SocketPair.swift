import Glibc
import SystemPackage

/// Two connected descriptors that are closed on exec; ours does not block.
struct SocketPair {
    let ours: Int32
    let theirs: Int32

    init() throws(Errno) {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw Errno(rawValue: errno)
        }
        _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
        (ours, theirs) = (pair[0], pair[1])
    }
}
