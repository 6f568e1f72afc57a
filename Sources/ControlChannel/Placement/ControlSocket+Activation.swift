internal import Glibc
internal import SystemPackage

// Socket activation: systemd, or a similar program, listens on a socket and passes it to the daemon with the first
// connection. See sd_listen_fds(3).
extension ControlSocket {
    /// The number of the first passed descriptor.
    private static let firstHandedOver: CInt = 3

    /// Returns the descriptor that the environment passes to this process; `nil` if there is none.
    ///
    /// If there are several, it is the one that `LISTEN_FDNAMES` calls `control`, else the first.
    package static func handedOver(
        environment: [String: String], process: Int = Int(getpid())
    ) -> CInt? {
        guard environment["LISTEN_PID"].flatMap({ Int($0) }) == process,
            let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }), count > 0
        else { return nil }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        let index = names.firstIndex(of: "control") ?? 0
        return firstHandedOver + min(CInt(index), count - 1)
    }

    /// Adopts a socket that is already bound and listening.
    ///
    /// If clients expect the socket at another path, that path becomes a symbolic link to it.
    package init(adopting descriptor: CInt, in directory: RootDirectory) throws(PlacementError) {
        guard Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            Self.option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: descriptor) == 1
        else { throw .unusableActivation(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let path = Self.path(of: descriptor)
        guard path != directory.socketPath else {
            // The program that created the socket removes it.
            self.init(path: path, descriptor: descriptor, device: 0, inode: 0)
            return
        }
        let temporary = "\(directory.socketPath).\(getpid())"
        unlink(temporary)
        var status = stat()
        guard symlink(path, temporary) == 0, lstat(temporary, &status) == 0,
            rename(temporary, directory.socketPath) == 0
        else {
            throw .system(operation: "link", path: FilePath(directory.socketPath), Errno(rawValue: errno))
        }
        self.init(
            path: directory.socketPath, descriptor: descriptor, device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    /// Waits until a client has connected to a socket that was handed over; false after the time.
    package static func awaitClient(at descriptor: CInt, within limit: Duration) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, CInt(clamping: limit.milliseconds)) > 0
    }

    /// Answers each client that has connected with an error. While one waits, the end of this process would have it
    /// started again at once.
    package static func refuseClients(at descriptor: CInt, with error: ControlError) {
        let body = (try? WireFormat.encode(ErrorEnvelope(error))) ?? []
        let head = """
            HTTP/1.1 \(error.status) Error\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\
            Connection: close\r\n\r\n
            """
        let answer = Array(head.utf8) + body
        while awaitClient(at: descriptor, within: .zero) {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { return }
            defer { close(client) }
            // No client may hold up the others.
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            var request = [UInt8](repeating: 0, count: 64 << 10)
            _ = recv(client, &request, request.count, 0)
            _ = send(client, answer, answer.count, CInt(MSG_NOSIGNAL))
        }
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    private static func path(of descriptor: CInt) -> String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
