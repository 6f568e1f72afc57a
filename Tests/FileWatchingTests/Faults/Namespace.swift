import Foundation
import SystemPackage

/// A mount namespace of its own, kept by a process that does nothing else. What it mounts nobody else sees; its files
/// are reached through `/proc`.
final class Namespace {
    private let process = Process()
    private let pipe = Pipe()

    /// - Parameter script: what is mounted; it must not fail.
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

    /// As everybody else can name a path inside.
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
