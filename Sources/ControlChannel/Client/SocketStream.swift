internal import Glibc
internal import SystemPackage

/// A connected, blocking Unix socket with a deadline for each exchange.
final class SocketStream {
    private let descriptor: CInt
    private var limit: Duration
    private var deadline: ContinuousClock.Instant
    /// True before the first exchange, whose time limit includes the time for connecting.
    private var isFresh = true

    /// - Parameter limit: Connecting takes time too: the queue of a daemon that accepts no connections may be full.
    init(connectingTo path: String, limit: Duration) throws(ClientFailure) {
        self.limit = limit
        deadline = .now + limit
        guard var address = sockaddr_un(path: path) else { throw .notRunning(socket: path) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(operation: "open", Errno(rawValue: errno)) }
        try arm(SO_SNDTIMEO)
        guard address.withPointer({ connect(descriptor, $0, $1) }) != 0 else { return }
        switch Errno(rawValue: errno) {
        case .noSuchFileOrDirectory, .connectionRefused, .notDirectory: throw .notRunning(socket: path)
        case .wouldBlock: throw .noAnswer(within: limit)
        case .permissionDenied, .notPermitted: throw .permissionDenied(socket: path)
        case let error: throw .system(operation: "connect to", error)
        }
    }

    deinit { close(descriptor) }

    /// Begins an exchange: all writes and reads from now on must end within the limit.
    func begin(_ limit: Duration) {
        let start = isFresh ? deadline.advanced(by: .zero - self.limit) : .now
        isFresh = false
        self.limit = limit
        deadline = start + limit
    }

    /// Limits the next system call to the remaining time.
    private func arm(_ option: CInt) throws(ClientFailure) {
        let rest = deadline - .now
        guard rest > .zero else { throw .noAnswer(within: limit) }
        // Zero would mean no limit.
        let milliseconds = max(1, rest.milliseconds)
        var value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<timeval>.size))
    }

    func write(_ bytes: [UInt8]) throws(ClientFailure) {
        // A daemon that has died is an error to report; without the flag SIGPIPE would end this process.
        let noSignal = CInt(MSG_NOSIGNAL)
        var sent = 0
        while sent < bytes.count {
            try arm(SO_SNDTIMEO)
            let count = bytes.withUnsafeBytes { buffer in
                send(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, noSignal)
            }
            if count >= 0 {
                sent += count
            } else {
                try check(errno, doing: "write to")
            }
        }
    }

    /// Appends the bytes that have arrived; returns their number, zero at the end of the stream.
    func read(into buffer: inout [UInt8], atMost count: Int = 64 * 1024) throws(ClientFailure) -> Int {
        while true {
            try arm(SO_RCVTIMEO)
            var chunk = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &chunk, count, 0)
            if received >= 0 {
                buffer.append(contentsOf: chunk.prefix(received))
                return received
            }
            // A daemon that refuses a connection may close it with some of our bytes unread, which resets it. That is
            // the end of the stream, not a fault.
            if errno == ECONNRESET { return 0 }
            try check(errno, doing: "read from")
        }
    }

    private func check(_ number: CInt, doing operation: String) throws(ClientFailure) {
        switch Errno(rawValue: number) {
        case .interrupted: return
        case .wouldBlock: throw .noAnswer(within: limit)
        case .brokenPipe, .connectionReset: throw .closed
        case let error: throw .system(operation: operation, error)
        }
    }
}
