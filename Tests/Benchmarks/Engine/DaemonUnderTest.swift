import Foundation
import Glibc

/// A daemon that watches a package, with its figures as the kernel reports them.
final class DaemonUnderTest {
    let process: pid_t
    /// Seconds from the start of the process until it was watching.
    let start: Double

    private init(process: pid_t, start: Double) {
        self.process = process
        self.start = start
    }

    /// Starts the daemon and returns when it reports that it is ready, over systemd's notify socket, which this
    /// provides.
    ///
    /// - Parameters:
    ///   - root: the package.
    ///   - base: a folder with a folder `run`.
    static func start(root: String, base: String) -> DaemonUnderTest? {
        let path = "\(base)/run/notify-\(UInt32.random(in: 0...UInt32.max))"
        guard let socket = notifySocket(at: path) else { return nil }
        defer {
            close(socket)
            unlink(path)
        }
        let begin = ContinuousClock.now
        let spawned = MeasuredProcess.spawn(
            [Program.path, "watch", root, "--quiet"],
            environment: [
                "XDG_CACHE_HOME=\(base)/cache", "XDG_RUNTIME_DIR=\(base)/run",
                "NOTIFY_SOCKET=\(path)",
            ], errors: "\(base)/daemon.log")
        guard let spawned else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
            if String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("READY=1") {
                return DaemonUnderTest(process: spawned, start: (ContinuousClock.now - begin) / .seconds(1))
            }
        }
        kill(spawned, SIGKILL)
        return nil
    }

    /// A datagram socket that gives up after a minute.
    private static func notifySocket(at path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return bound == 0 ? descriptor : nil
    }

    func stop() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Resident memory of the daemon in bytes, without its helper.
    var memory: Int { number("VmRSS:", in: "status") * 1024 }

    /// Bytes that it has written so far, including answers and messages.
    var written: Int { number("wchar:", in: "io") }

    /// Processor time of its threads in seconds, without its helper's.
    var processor: Double {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    private func number(_ name: String, in file: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// Waits for files to be renamed into place, by inotify.
final class RenameWatch {
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    private var folders: [Int32: String] = [:]
    /// Renamed paths that no call has waited for yet.
    private var seen: Set<String> = []

    init(_ folders: [String]) {
        for folder in folders {
            self.folders[inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO))] = folder
        }
    }

    deinit { close(descriptor) }

    /// Returns once all the files have been renamed into place; `false` if nothing happens for ten seconds.
    func wait(for paths: Set<String>) -> Bool {
        var missing = paths.subtracting(seen)
        while !missing.isEmpty {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 10_000) > 0 else { return false }
            readEvents()
            missing.subtract(seen)
        }
        seen.subtract(paths)
        return true
    }

    func forget() { seen = [] }

    private func readEvents() {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            var offset = 0
            while offset < count {
                let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + MemoryLayout<inotify_event>.size
                let name = buffer[start..<(start + Int(event.len))].prefix { $0 != 0 }
                if let folder = folders[event.wd] { seen.insert("\(folder)/\(String(decoding: name, as: UTF8.self))") }
                offset = start + Int(event.len)
            }
        }
    }
}
