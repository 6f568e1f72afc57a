import Glibc
import LinuxSystem
import SystemPackage

/// A running `mockd-watcher` and the descriptors connected to it. Never blocks, whatever state the process is in.
final class WatcherProcess {
    let identifier: pid_t
    /// Both directions. A socket, because writing to a pipe whose reader has died would raise SIGPIPE in the daemon.
    let socket: Int32
    let standardError: Int32
    /// True if the process has sent the version of its frames, and that is the daemon's.
    var hasGreeted = false
    /// A fault that the process has reported while it goes on watching.
    var fault: WatchFault?
    /// The deadline of the pending answer.
    var answerDeadline: SuspendingClock.Instant?
    /// When the process last sent a message, or started.
    var lastSign = SuspendingClock.now
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var decoder = MessageDecoder()

    var hasOutgoing: Bool { sent < outgoing.count }

    private init(identifier: pid_t, socket: Int32, standardError: Int32) {
        self.identifier = identifier
        self.socket = socket
        self.standardError = standardError
    }

    /// Starts the process. Call it on a thread that outlives it: the kernel kills the process when that thread ends.
    static func start(_ executable: FilePath) throws(Errno) -> WatcherProcess {
        let talk = try SocketPair()
        defer { close(talk.theirs) }
        do throws(Errno) {
            let errors = try SocketPair()
            defer { close(errors.theirs) }
            do throws(Errno) {
                let identifier = try spawn(executable, socket: talk.theirs, standardError: errors.theirs)
                return WatcherProcess(identifier: identifier, socket: talk.ours, standardError: errors.ours)
            } catch {
                close(errors.ours)
                throw error
            }
        } catch {
            close(talk.ours)
            throw error
        }
    }

    private static func spawn(_ executable: FilePath, socket: Int32, standardError: Int32) throws(Errno) -> pid_t {
        var spawn = Spawn([executable.lastComponent?.string ?? "mockd-watcher"])
        spawn.program = executable
        // It needs nothing of the daemon's environment but the path of the Swift runtime.
        spawn.environment = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
        (spawn.input, spawn.output) = (.descriptor(socket), .descriptor(socket))
        spawn.errors = .descriptor(standardError)
        return try spawn.start()
    }

    // MARK: Messages

    func send(_ requests: [WatcherRequest]) {
        for request in requests { request.encode(into: &outgoing) }
        flush()
    }

    /// Sends as much as the socket accepts now. Errors show up as the end of the other direction.
    func flush() {
        while hasOutgoing {
            let count = outgoing.withUnsafeBytes { bytes in
                Glibc.send(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
        outgoing.removeAll()
        sent = 0
    }

    /// Returns the messages that have arrived, at most a buffer full; nil if the process has ended or sent a malformed
    /// stream.
    func receive() -> [WatcherMessage]? {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let count = read(socket, buffer.baseAddress, buffer.count)
            if count > 0 { decoder.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count
        }
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil }
        var messages: [WatcherMessage] = []
        do throws(MessageDecoder.Malformed) {
            while let message = try decoder.next() { messages.append(message) }
        } catch {
            return nil
        }
        return messages
    }

    /// Returns its output on standard error since the last call, at most a buffer full.
    func printed() -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            Array(buffer.prefix(max(0, read(standardError, buffer.baseAddress, buffer.count))))
        }
    }

    func end() {
        close(socket)
        close(standardError)
        // SIGKILL works on a stopped or hanging process too, and this one has nothing to clean up.
        kill(identifier, SIGKILL)
        ChildExit.reap(identifier)
    }
}
