internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Reports the state of the service to systemd with the `sd_notify` protocol: datagrams of `KEY=VALUE` lines to
/// `$NOTIFY_SOCKET`.
///
/// Without that variable every call does nothing. Errors are ignored: the daemon works without systemd.
struct SystemdNotifier: Sendable {
    private let address: [UInt8]?
    /// The interval in which systemd expects a sign of life; `nil` if it expects none.
    let watchdogInterval: Duration?

    /// Reads the variables and removes them from the environment, so that no child process reports in our name.
    static func fromEnvironment() -> SystemdNotifier {
        defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
        return SystemdNotifier(environment: ProcessEnvironment.all, process: getpid())
    }

    init(environment: [String: String], process: pid_t) {
        address = environment["NOTIFY_SOCKET"].flatMap(Self.address)
        let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int($0) } ?? 0
        watchdogInterval = isForUs && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    private static func address(_ value: String) -> [UInt8]? {
        var bytes = Array(value.utf8)
        guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), bytes.count < 108
        else { return nil }
        // A leading @ marks the abstract namespace, whose names begin with a NUL byte.
        if first == UInt8(ascii: "@") { bytes[0] = 0 }
        return bytes
    }

    func ready(_ status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

    func status(_ status: String) { send("STATUS=\(Self.line(status))") }

    /// Asks for more time while the first scan makes progress.
    func extendTimeout() { send("EXTEND_TIMEOUT_USEC=30000000") }

    func stopping() { send("STOPPING=1") }

    func watchdog() { send("WATCHDOG=1") }

    /// Sends both lines in one datagram: a newer systemd does not accept one without the time as a reload.
    func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// Replaces line breaks: one would begin another assignment.
    private static func line(_ text: String) -> String { text.replacingScalars(["\n": " "]) }

    private func send(_ message: String) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        let bytes = Array(message.utf8)
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
