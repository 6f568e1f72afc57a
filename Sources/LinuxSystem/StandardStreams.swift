internal import Glibc

/// The three standard streams of this process.
package enum StandardStreams {
    /// Puts `/dev/null` where a standard stream is closed. Call it before anything else opens a file.
    ///
    /// The kernel gives a new file the lowest free number: without this, the next socket or mock would be number 2, and
    /// messages would be written into it. Reading and writing fail as on a closed stream, because each is opened for the
    /// opposite.
    package static func fillClosed() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
