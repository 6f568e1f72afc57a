internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The log on disk and the lock on its folder, as far as this process has them.
struct CacheFile: Sendable {
    /// What the log has to begin with.
    var head: [UInt8] = []
    /// Held for writing, with the lock on the folder.
    var folder: Int32?
    var log: Int32?
    /// Bytes of the log, and those of them that are out of date.
    var size = 0
    var outdated = 0
    /// The log as it is cannot be continued.
    var isDamaged = true
    /// Why not everything in the log was of use when it was read.
    var loss: String?

    /// `false` when another process writes, or the folder cannot be had.
    mutating func takeLock(_ path: FilePath) -> Bool {
        if let folder, folder.isLinked { return true }
        closeLog()
        if let folder { close(folder) }
        folder = nil
        makeFolder(path)
        let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        guard isOurs(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return false
        }
        folder = descriptor
        return true
    }

    /// In a folder of another user that one could replace whatever is written.
    private func isOurs(_ folder: Int32) -> Bool {
        var status = stat()
        return fstat(folder, &status) == 0 && status.st_uid == geteuid()
    }

    private func makeFolder(_ path: FilePath) {
        var parents: [FilePath] = []
        var next = path
        while !next.isEmpty, access(next.string, F_OK) != 0 {
            parents.append(next)
            next = next.removingLastComponent()
        }
        for parent in parents.reversed() { mkdir(parent.string, 0o700) }
    }

    /// `false` when somebody removed the file that we append to.
    mutating func openLog(_ path: FilePath) -> Bool {
        if log == nil {
            log = try? RegularFile(path, for: .appending, followsLink: false).release().rawValue
        }
        return log?.isLinked ?? false
    }

    mutating func closeLog() {
        if let log { close(log) }
        log = nil
    }
}

extension Int32 {
    fileprivate var isLinked: Bool {
        var status = stat()
        return fstat(self, &status) == 0 && status.st_nlink > 0
    }
}
