internal import Glibc
package import SystemPackage

/// Bubblewrap: it starts a program that can change nothing outside of one folder in memory.
///
/// The program sees the file system, but cannot write to it. It has no network, no terminal, no process beside those
/// that it starts, none of the user's sockets and no capability. All of its processes end with it, and with the process
/// that started it. See the manual of `bwrap` (1).
package struct Sandbox: Sendable {
    package static let name = "bwrap"

    private let program: FilePath

    /// Finds the program that a shell would start; `nil` if it is not installed.
    ///
    /// - Parameter searchPath: The folders of `PATH`.
    package init?(in searchPath: String) {
        let candidates = searchPath.split(separator: ":").map { FilePath(String($0)).appending(Self.name) }
        guard let program = candidates.first(where: { $0.withPlatformString { access($0, X_OK) } == 0 }) else {
            return nil
        }
        self.program = program
    }

    /// Returns the arguments that start a program.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - readable: Folders and files that the program sees even where folders with sockets are hidden. The first is
    ///     its current folder.
    ///   - folder: The place that the program can write to. It is in memory: nothing that is written there stays.
    ///   - hidden: A folder with sockets of the user's, beside those that all systems have.
    package func arguments(
        _ command: [String], reading readable: [FilePath], writingTo folder: FilePath, hiding hidden: FilePath?
    ) -> [String] {
        // A terminal's multiplexer, a session's bus and a service for containers run what they are asked to.
        let places = ["/run", "/tmp", "/var/tmp", hidden?.string].compactMap(\.self).filter(Self.isRealFolder)
        let rights = ["--unshare-all", "--new-session", "--die-with-parent", "--cap-drop", "ALL"]
        let view =
            ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"] + places.flatMap { ["--tmpfs", $0] }
            + readable.flatMap { ["--ro-bind", $0.string, $0.string] }
        let writable = ["--size", "\(Self.largestFolder)", "--tmpfs", folder.string]
        let start = readable.first.map { ["--chdir", $0.string] } ?? []
        return [program.string] + rights + view + writable + start + command
    }

    /// The most that a program can write, in bytes.
    private static let largestFolder = 512 << 20

    private static func isRealFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && FileKind(status) == .folder
    }
}
