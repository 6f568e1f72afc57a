internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The open log and the locked folder of this process.
struct CacheFile: Sendable {
    /// The head that the log must begin with.
    var head: [UInt8] = []
    /// The descriptor of the folder, locked for writing.
    var folder: Int32?
    var log: Int32?
    /// The size of the log in bytes, and the bytes of it that are outdated.
    var size = 0
    var outdated = 0
    /// True if the log must be rewritten instead of appended to.
    var isDamaged = true
    /// The reason if the log could not be used completely when it was read.
    var loss: String?

    /// Locks the folder for writing; returns `false` if another process holds the lock or the folder cannot be opened.
    mutating func acquireLock(_ path: FilePath) -> Bool {
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

    /// Rejects a folder of another user, who could replace the log in it.
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

    /// Opens the log for appending; returns `false` if the file was removed.
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
