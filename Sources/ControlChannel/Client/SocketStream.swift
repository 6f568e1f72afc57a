internal import Glibc
internal import SystemPackage

/// A connected Unix socket, blocking, with a moment by which an exchange has to be over.
final class SocketStream {
    private let descriptor: CInt
    private var limit: Duration
    private var deadline: ContinuousClock.Instant
    /// Nothing has been exchanged: the time that connecting took is part of the first exchange.
    private var isFresh = true

    /// - Parameter limit: A daemon that accepts nobody has a queue that may be full.
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

    /// Begins an exchange: all writing and reading from here on has to be over in time.
    func begin(_ limit: Duration) {
        let start = isFresh ? deadline.advanced(by: .zero - self.limit) : .now
        isFresh = false
        self.limit = limit
        deadline = start + limit
    }

    /// Gives the next call what is left of the time.
    private func arm(_ option: CInt) throws(ClientFailure) {
        let rest = deadline - .now
        guard rest > .zero else { throw .noAnswer(within: limit) }
        // Zero would mean no limit.
        let milliseconds = max(1, rest.milliseconds)
        var value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<timeval>.size))
    }

    func write(_ bytes: [UInt8]) throws(ClientFailure) {
        // A daemon that has gone is an error to report, not a reason to die of SIGPIPE.
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

    /// Empty at the end of the stream.
    func read(into buffer: inout [UInt8], atMost count: Int = 64 * 1024) throws(ClientFailure) -> Int {
        while true {
            try arm(SO_RCVTIMEO)
            var chunk = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &chunk, count, 0)
            if received >= 0 {
                buffer.append(contentsOf: chunk.prefix(received))
                return received
            }
            // A daemon that refuses a connection may close it before it has read all we sent: the end, not a fault.
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
