import Foundation
import SystemPackage

/// A client without a protocol: it sends and receives bytes.
final class RawConnection: Sendable {
    private let descriptor: CInt

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
        // A server that never answers fails the test instead of hanging it.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends as much as the server accepts before it closes.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    func closeOutput() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Returns the bytes up to the end of the connection, or through the text `end`.
    func receive(until end: String? = nil) throws -> String {
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            if let end, String(decoding: received, as: UTF8.self).hasSuffix(end) { break }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count >= 0 else {
                if errno == ECONNRESET { break }
                throw Errno(rawValue: errno)
            }
            if count == 0 { break }
            received += chunk.prefix(count)
        }
        return String(decoding: received, as: UTF8.self)
    }
}
