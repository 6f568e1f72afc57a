import Foundation
import SystemPackage

/// A directory for changes with the system calls of editors. It is deleted with the value.
final class Playground: Sendable {
    let base: FilePath
    let root: FilePath
    let runtime: FilePath

    init() throws {
        // File systems differ in speed, in their inode numbers and in when they reuse them.
        let parent = ProcessInfo.processInfo.environment["MOCKD_TEST_DIRECTORY"] ?? "/tmp"
        var template = Array("\(parent)/mockd-watching-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        base = FilePath(platformString: template)
        (root, runtime) = (base.appending("root"), base.appending("run"))
        try makeDirectory(root)
        try makeDirectory(runtime)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: base.string)
    }

    func path(_ relative: String) -> FilePath {
        FilePath(root.string + "/" + relative)
    }

    // MARK: Saving

    func write(_ relative: String, _ text: String = "protocol P {}\n") throws {
        try write(path(relative), text)
    }

    func write(_ path: FilePath, _ text: String) throws {
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead, .otherRead])
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }

    /// Overwrites in one call, for concurrent readers: ``write(_:_:)`` leaves the file empty for a moment. Even this
    /// can look like two changes: the kernel sets a file's time before its size.
    func overwrite(_ path: FilePath, _ text: String) throws {
        let file = try FileDescriptor.open(path, .writeOnly)
        try file.closeAfter { _ = try file.writeAll(toAbsoluteOffset: 0, text.utf8) }
    }

    /// Writes a temporary file and renames it, as `sed -i` and most formatters do.
    func replace(_ relative: String, _ text: String) throws {
        let target = path(relative)
        let folder = relative.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let temporary = path(folder + "/sed\(UInt32.random(in: 0...UInt32.max))")
        try write(temporary, text)
        try move(temporary, to: target)
    }

    // MARK: Names

    func makeDirectory(_ path: FilePath) throws {
        try check(path.withPlatformString { mkdir($0, 0o755) })
    }

    /// Acts as `mkdir -p`.
    func makeDirectories(_ relative: String) throws {
        try FileManager.default.createDirectory(atPath: path(relative).string, withIntermediateDirectories: true)
    }

    func move(_ from: String, to: String) throws {
        try move(path(from), to: path(to))
    }

    func move(_ from: FilePath, to: FilePath) throws {
        try check(from.withPlatformString { from in to.withPlatformString { rename(from, $0) } })
    }

    func remove(_ relative: String) throws {
        try check(path(relative).withPlatformString { unlink($0) })
    }

    func removeTree(_ relative: String) throws {
        try FileManager.default.removeItem(atPath: path(relative).string)
    }

    func link(_ relative: String, to target: String) throws {
        try check(path(relative).withPlatformString { symlink(target, $0) })
    }

    private func check(_ result: CInt) throws {
        if result != 0 { throw Errno(rawValue: errno) }
    }

    // MARK: Programs

    @discardableResult
    func run(_ program: String, _ arguments: String..., in directory: FilePath? = nil) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: (directory ?? root).string)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs git with an identity, and without the machine's configuration.
    func git(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-c", "user.name=T", "-c", "user.email=t@example.com"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: root.string)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(arguments: arguments) }
    }

    struct Failed: Error {
        var arguments: [String]
    }
}
