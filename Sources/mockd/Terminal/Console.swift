internal import Glibc

/// The two streams of a command: the result goes to stdout, everything else to stderr.
///
/// Lines are written whole and at once, so that those of different tasks do not mix.
struct Console: Sendable {
    var isQuiet = false

    func result(_ line: String) { Self.write(line, to: STDOUT_FILENO) }

    /// Information that `--quiet` silences.
    func note(_ line: String) {
        if !isQuiet { Self.write(line, to: STDERR_FILENO) }
    }

    func error(_ line: String) { Self.write(line, to: STDERR_FILENO) }

    /// A closed pipe or a full disk behind a stream is no reason to stop working.
    private static func write(_ line: String, to descriptor: Int32) {
        var bytes = Array(line.utf8)[...]
        bytes.append(UInt8(ascii: "\n"))
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            bytes.removeFirst(written)
        }
    }
}
