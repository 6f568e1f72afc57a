internal import Glibc

/// The two streams of a command: results, and everything else.
enum Output {
    static func result(_ line: String) {
        write(Array((line + "\n").utf8), to: STDOUT_FILENO)
    }

    static func result(_ document: [UInt8]) {
        write(document.last == UInt8(ascii: "\n") ? document : document + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    static func error(_ line: String) {
        write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    /// At once and without a buffer, so that a reader of events has each as it comes.
    private static func write(_ bytes: [UInt8], to descriptor: CInt) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno != EINTR { exit(74) }
            written += max(0, count)
        }
    }
}
