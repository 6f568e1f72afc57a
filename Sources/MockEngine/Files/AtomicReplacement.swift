internal import Glibc
internal import SystemPackage
internal import Synchronization

/// Writes a file beside its place and renames it there, so that a reader sees the old text or the new and never a part.
struct AtomicReplacement {
    let path: FilePath
    /// Wait for the disk before the rename.
    let isDurable: Bool

    private static let counter = Atomic<UInt64>(0)

    /// Returns what identifies the new file.
    func write(_ bytes: [UInt8]) throws -> FileSignature? {
        let temporary = temporaryPath()
        let file = try FileDescriptor.open(
            temporary, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: FilePermissions(rawValue: 0o600))
        do {
            defer { try? file.close() }
            try file.writeAll(bytes)
            guard fchmod(file.rawValue, mode()) == 0 else { throw Errno(rawValue: errno) }
            // The rename may reach the disk before the data does; without this a power cut leaves an empty file.
            if isDurable, fsync(file.rawValue) != 0 { throw Errno(rawValue: errno) }
            try rename(temporary)
            // The rename counts as a change of the file.
            var status = stat()
            return fstat(file.rawValue, &status) == 0 ? FileSignature(status) : nil
        } catch {
            _ = temporary.withPlatformString { unlink($0) }
            throw error
        }
    }

    /// `.Cook.mocks.swift.mockd-4711-3.tmp`: hidden, ours, and never an input.
    private func temporaryPath() -> FilePath {
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let name = path.lastComponent?.string ?? "output"
        return path.removingLastComponent().appending(".\(name.prefix(200)).mockd-\(getpid())-\(number).tmp")
    }

    /// Whether a file has the name of a temporary one whose process is gone: it was killed while it wrote.
    static func isLeftOver(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard name.hasPrefix("."), parts.count > 2, parts.last == "tmp" else { return false }
        let mark = parts[parts.count - 2].split(separator: "-")
        guard mark.count == 3, mark[0] == "mockd", let process = pid_t(mark[1]), process > 0, UInt64(mark[2]) != nil
        else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// A file keeps the mode it has; a new one is readable, whatever the umask of a service is.
    private func mode() -> mode_t {
        var status = stat()
        let exists = path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
        return exists ? status.st_mode & 0o777 : 0o644
    }

    private func rename(_ temporary: FilePath) throws {
        let result = temporary.withPlatformString { from in path.withPlatformString { Glibc.rename(from, $0) } }
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
