import Foundation
import Testing

@testable import mockd

/// The daemon sends its state to systemd over a real socket.
@Suite struct NotifyTests {
    /// The receiving end of `$NOTIFY_SOCKET`.
    private final class Listener {
        let name: String
        private let descriptor: Int32

        /// - Parameter name: a path, or a name of the abstract namespace with `@` before it.
        init(_ name: String) throws {
            self.name = name
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var bytes = Array(name.utf8)
            if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(status == 0)
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Returns the next message other than the watchdog's.
        func message() -> String? {
            while let text = any() { if text != "WATCHDOG=1" { return text } }
            return nil
        }

        func any() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }

        /// Drops the messages that have arrived.
        func dropAll() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) > 0 {}
        }
    }

    @Test(arguments: [false, true])
    func `the exact sequence from the start over a reload to the end`(isAbstract: Bool) async throws {
        let package = try PackageFixture.kitchen()
        let listener = try Listener(
            isAbstract ? "@mockd-tests-\(UUID().uuidString)" : package.url("notify.sock").path())
        let daemon = try package.start(
            "mockd", "watch", ".", variables: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "400000"])
        let status = "STATUS=watching 1 file, 1 mock"
        #expect(listener.message() == "READY=1\n\(status)")
        #expect(listener.any() == "WATCHDOG=1")
        daemon.send(SIGHUP)
        let reloading = try #require(listener.message())
        let parts = reloading.split(separator: "\n")
        #expect(parts.first == "RELOADING=1")
        let moment = try #require(parts.last.flatMap { Int($0.dropFirst("MONOTONIC_USEC=".count)) })
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        #expect((0...60_000_000).contains(now.tv_sec * 1_000_000 + now.tv_nsec / 1000 - moment))
        #expect(listener.message() == "READY=1\n\(status)")

        try package.write(".mockd.yml", "mocks: all\n")
        #expect(listener.message()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        #expect(
            listener.message()
                == "READY=1\n\(status); configuration-invalid: .mockd.yml:1:1: error: the configuration has no key 'mocks'; "
                + "did you mean 'mock'?")
        daemon.send(SIGTERM)
        #expect(listener.message() == "STOPPING=1")
        #expect(await daemon.finish() == 0)
    }

    @Test func `systemd gets signs of life while generation is paused`() async throws {
        let package = try PackageFixture.kitchen()
        let listener = try Listener(package.url("notify.sock").path())
        let daemon = try package.start(
            "mockd", "watch", ".", variables: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "400000"])
        #expect(listener.message()?.hasPrefix("READY=1\n") == true)
        _ = try await package.run("mockctl", "pause", "--for", "5m")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "rescan")
        listener.dropAll()
        // One of them may have been on its way.
        for _ in 0..<3 {
            var text = listener.any()
            while text?.hasPrefix("STATUS=") == true { text = listener.any() }
            #expect(text == "WATCHDOG=1")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: ["/nowhere/notify.sock", "@nobody-listens-here", "relative", ""])
    func `a notify socket without a listener harms nothing`(name: String) async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.start(
            "mockd", "watch", ".", "--json", variables: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "100000"])
        #expect(await daemon.event("state-changed", containing: "\"state\":\"ready\"") != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the watchdog of another process is not ours`() {
        func interval(_ variables: [String: String]) -> Duration? {
            SystemdNotifier(environment: variables, process: 7).watchdogInterval
        }
        #expect(interval(["WATCHDOG_USEC": "2000000"]) == .seconds(2))
        #expect(interval(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "7"]) == .seconds(2))
        #expect(interval(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "8"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "often"]) == nil)
        #expect(interval([:]) == nil)
    }
}
