internal import Glibc
internal import Synchronization

/// The two streams between a build system and a worker.
///
/// Only answers go to standard output: what any other code prints there goes to standard error, into the log that the
/// build system keeps of the worker.
final class WorkerStreams: Sendable {
    private let input: Int32
    /// Held while an answer is written, so that those of several threads do not mix.
    private let output: Mutex<Int32>

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = Mutex(output)
    }

    /// Takes the streams of the process away from all other code; `nil` if there is no room for descriptors.
    static func ofProcess() -> WorkerStreams? {
        let (input, output) = (copy(STDIN_FILENO), copy(STDOUT_FILENO))
        guard input >= 0, output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
        return WorkerStreams(input: input, output: output)
    }

    /// Copies a descriptor to one that programs started from here do not inherit.
    private static func copy(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

    /// Waits for bytes and passes them on; returns false at the end.
    func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = read(input, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            }
        }
    }

    func send(_ response: WorkResponse, _ format: WorkerFormat) {
        let bytes = response.bytes(for: format)
        output.withLock { Console.writeAll(bytes, to: $0) }
    }
}
