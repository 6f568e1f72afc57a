import Foundation
import SystemPackage

/// A mount namespace, kept alive by a sleeping process. Its mounts are invisible elsewhere; its files are reached
/// through `/proc`.
final class Namespace {
    private let process = Process()
    private let pipe = Pipe()

    /// - Parameter script: the shell commands that mount; they must not fail.
    init(_ script: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-m", "sh", "-ec", "cd /; \(script); echo ready; exec sleep 100000"]
        process.standardOutput = pipe
        try process.run()
        guard pipe.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            throw Playground.Failed(arguments: [script])
        }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Returns a path inside the namespace as processes outside can name it.
    func path(_ path: FilePath) -> FilePath {
        FilePath("/proc/\(process.processIdentifier)/root").pushing(FilePath(String(path.string.dropFirst())))
    }

    func run(_ script: String) throws {
        let inside = Process()
        inside.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        inside.arguments = ["nsenter", "-t", "\(process.processIdentifier)", "-m", "sh", "-ec", script]
        try inside.run()
        inside.waitUntilExit()
        guard inside.terminationStatus == 0 else { throw Playground.Failed(arguments: [script]) }
    }
}
