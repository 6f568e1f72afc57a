internal import Glibc
package import Synchronization
package import SystemPackage

/// A page of memory that outlives its process, but not a restart of the machine.
///
/// It is a file in a file system that keeps its files in memory. A write to it is a write to memory: it needs no system
/// call, it cannot fail because a disk is full, and after a power cut nothing of it is left. One process at a time has
/// the page.
// The words are atomic, and nothing else changes after the initializer.
package final class LastingPage: @unchecked Sendable {  // see above
    /// The folder in which Linux keeps such files.
    package static let folder = FilePath("/dev/shm")
    package static let wordCount = 512

    /// The words of the page; all are 0 in a new one.
    package let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let path: FilePath
    private let file: FileDescriptor

    private static let size = wordCount * MemoryLayout<UInt64>.size

    /// Opens the page with this name, and creates it if it is missing.
    ///
    /// - Returns: `nil` if another process has the page, or if the machine has no such memory for this user.
    package init?(named name: String, in folder: FilePath = LastingPage.folder) {
        path = folder.appending(name)
        guard let file = Self.lockedFile(at: path) else { return nil }
        // Reserves the space: a write to memory that does not exist would end the process.
        guard posix_fallocate(file.rawValue, 0, Self.size) == 0,
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
            memory != MAP_FAILED
        else {
            try? file.close()
            return nil
        }
        self.file = file
        words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: Self.wordCount)
    }

    deinit {
        munmap(words, Self.size)
        try? file.close()
    }

    /// Returns the words of a page that another process may have; `nil` if there is none that this user could have made.
    package static func words(named name: String, in folder: FilePath = LastingPage.folder) -> [UInt64]? {
        guard let file = try? RegularFile(folder.appending(name), followsLink: false),
            file.status.st_uid == geteuid(), let bytes = try? file.read(atMost: size), bytes.count == size
        else { return nil }
        return bytes.withUnsafeBytes { bytes in
            (0..<wordCount).map { bytes.load(fromByteOffset: $0 * MemoryLayout<UInt64>.size, as: UInt64.self) }
        }
    }

    /// Removes the file. The memory stays until this value is released.
    package func remove() { unlink(path.string) }

    private static func lockedFile(at path: FilePath) -> FileDescriptor? {
        // All users can write to the folder: a link, or a file of another user, is not accepted.
        guard let opened = try? RegularFile(path, for: .locking, followsLink: false),
            opened.status.st_uid == geteuid()
        else { return nil }
        let file = opened.release()
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, isUsable(file) else {
            try? file.close()
            return nil
        }
        return file
    }

    private static func isUsable(_ file: FileDescriptor) -> Bool {
        var status = stat()
        var disk = stat()
        guard fstat(file.rawValue, &status) == 0, stat("/", &disk) == 0 else { return false }
        // The earlier process may have removed it meanwhile. If nothing is mounted there, the folder is on a disk.
        guard status.st_nlink > 0, status.st_dev != disk.st_dev else { return false }
        return status.st_size == size || ftruncate(file.rawValue, 0) == 0
    }
}
