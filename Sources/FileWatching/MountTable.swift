import Glibc
import LinuxSystem
import SystemPackage

/// Detects mounts and unmounts below the root: they put another folder under a watched path, and no directory sends an
/// event for that.
final class MountTable {
    /// For `poll` with `POLLPRI`; negative if the mount table cannot be opened.
    let descriptor: Int32
    private let root: FilePath
    /// The lines of the mount table for paths below the root.
    private var mounts: [[UInt8]] = []

    init(root: FilePath, table: FilePath = "/proc/self/mountinfo") {
        self.root = root
        descriptor = (try? RegularFile(table))?.release().rawValue ?? -1
        mounts = readMounts()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// True if the mounts below the root differ from those at the last call.
    func hasChanged() -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return false }
        return isDifferent()
    }

    /// Like ``hasChanged()``, for a caller whose own `poll` has reported the change: the kernel reports each one once.
    func isDifferent() -> Bool {
        let found = readMounts()
        defer { mounts = found }
        return found != mounts
    }

    private func readMounts() -> [[UInt8]] {
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return [] }
        var text: [UInt8] = []
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { break }
            text += chunk
        }
        let start = resolvedRoot + [UInt8(ascii: "/")]
        return MountEntry.entries(of: text).filter { $0.mountPoint.starts(with: start) }.map { Array($0.line) }
    }

    /// The root with symbolic links resolved, as in the table.
    private var resolvedRoot: [UInt8] {
        guard let real = root.withPlatformString({ realpath($0, nil) }) else { return Array(RawPath(root).bytes) }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
