import Foundation
import Glibc
import Testing

/// A package with a running daemon, for tests of the daemon's reactions to changed files.
final class WatchedPackage: Sendable {
    let package: PackageFixture
    let daemon: RunningProcess

    /// - Parameter wrapper: a command that replaces itself with the daemon, as `env` does.
    init(_ package: PackageFixture? = nil, through wrapper: [String] = []) async throws {
        self.package = try package ?? .kitchen()
        daemon = try self.package.startDaemon(through: wrapper)
        let ready = await daemon.line {
            $0.contains("\"type\":\"state-changed\"") && $0.contains("\"state\":\"ready\"")
        }
        try #require(ready != nil, "the daemon ended before it was ready")
    }

    func write(_ path: String, _ text: String) throws { try package.write(path, text) }

    func read(_ path: String) -> String? { package.read(path) }

    /// Writes a protocol with a mock, in a file of its own.
    func writeMocked(_ name: String, member: String = "call", in folder: String = "Sources/Kitchen") throws {
        try write("\(folder)/\(name).swift", Self.mocked(name, member: member))
    }

    static func mocked(_ name: String, member: String = "call") -> String {
        "/// @mockable\nprotocol \(name) { func \(member)() }\n"
    }

    static func mockPath(_ name: String) -> String { "Tests/KitchenTests/Mocks/\(name).mocks.swift" }

    func mock(_ name: String) -> String? { read(Self.mockPath(name)) }

    /// Returns when everything written before has been generated.
    func sync() async throws {
        let answer = try await package.run("mockctl", "sync", "--timeout", "2m")
        // Status 1 means that everything was read, and that the errors name mocks that are not current.
        #expect(answer.status == 0 || answer.status == 1, "\(answer.errors)")
    }

    func status() async throws -> String { try await package.run("mockctl", "status", "--json").output }

    /// Returns the daemon's events of a type so far, after a sync; each as its whole line.
    func said(_ type: String, about path: String = "") async throws -> [String] {
        try await sync()
        // Another thread reads the daemon's output. When the marker's line has arrived, the earlier lines have, too.
        let marker = "Marker\(UUID().uuidString.prefix(8))"
        try writeMocked(marker)
        _ = await daemon.event("output-written", containing: marker)
        return daemon.lines.filter {
            $0.contains("\"type\":\"\(type)\"") && $0.contains(path) && !$0.contains("Marker")
        }
    }

    /// Stops the daemon, and checks that its mocks are those of a run from scratch.
    func finish() async throws {
        #expect(await daemon.stop() == 0)
        let check = try await package.run("mockd", "generate", ".", "--check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
}

/// Checks for programs that tests need; without one of them a test is skipped and says so.
enum Tools {
    /// Returns a shell command that runs another one with each opening of a file delayed, so that the run takes seconds on
    /// any machine.
    ///
    /// strace's own messages (it has one about two threads that are delayed at once) are dropped; the other command keeps
    /// standard error.
    static func delayingOpens(byMilliseconds delay: Int, of command: String) -> String {
        "strace -f -qq -o /dev/null -e trace=openat -e inject=openat:delay_exit=\(delay)000"
            + " sh -c 'exec \(command) 2>&3 3>&-' 3>&2 2> /dev/null"
    }

    /// Returns true if strace may attach to a running process: other users than root need `ptrace_scope` 0.
    static func canAttach() async throws -> Bool {
        guard has("strace", "pgrep") else { return false }
        return try await RunningProcess.run(
            "/bin/sh", ["-c", "sleep 2 & exec strace -qq -o /dev/null -p $!"], in: URL(filePath: "/")
        ).status == 0
    }

    /// Returns true if bubblewrap is installed and may make namespaces: some containers forbid that.
    static func canSandbox() async throws -> Bool {
        guard has("bwrap") else { return false }
        let arguments = ["--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "true"]
        return try await RunningProcess.run("/usr/bin/bwrap", arguments, in: URL(filePath: "/")).status == 0
    }

    /// True if other users may enter a folder.
    static func othersReach(_ folder: URL) -> Bool {
        var state = stat()
        let isOpen = stat(folder.path(), &state) == 0 && state.st_mode & S_IXOTH != 0
        return isOpen && (folder.path() == "/" || othersReach(folder.deletingLastPathComponent()))
    }

    static func has(_ names: String...) -> Bool {
        names.allSatisfy { name in
            ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].contains {
                FileManager.default.isExecutableFile(atPath: $0 + name)
            }
        }
    }
}
