import Glibc
import LinuxSystem
import SystemPackage

/// Detects mounts and unmounts below the root, at it and above it: they put another folder under a watched path, and no
/// directory sends an event for that.
final class MountTable {
    /// For `poll` with `POLLPRI`; negative if the mount table cannot be opened.
    let descriptor: Int32
    private let root: FilePath
    /// The root with symbolic links resolved, as in the table; the last one if there is nothing at its path now.
    private var resolvedRoot: [UInt8]
    /// The lines of the mount table for the root, and for paths below and above it.
    private var mounts: [[UInt8]] = []
    /// The mount points below the root, relative to it: the names of folders, and of the last folder or file.
    private(set) var pointsBelowRoot: [[[UInt8]]] = []

    init(root: FilePath, table: FilePath = "/proc/self/mountinfo") {
        self.root = root
        resolvedRoot = Array(RawPath(root).bytes)
        descriptor = (try? RegularFile(table))?.release().rawValue ?? -1
        mounts = readMounts()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// True if any mount of the machine has changed since the last call; the kernel reports each change once.
    func hasChanged() -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    /// True if the mounts at the root, below and above it differ from those at the last call.
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
        if let real = root.withPlatformString({ realpath($0, nil) }) {
            defer { free(real) }
            resolvedRoot = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
        }
        let entries = MountEntry.entries(of: text).filter { concernsRoot($0.mountPoint) }
        pointsBelowRoot = entries.compactMap { entry in
            guard entry.mountPoint.starts(with: resolvedRoot) else { return nil }
            let names = entry.mountPoint.dropFirst(resolvedRoot.count).split(separator: UInt8(ascii: "/")).map(
                Array.init)
            return names.isEmpty ? nil : names
        }
        return entries.map { Array($0.line) }
    }

    private func concernsRoot(_ mountPoint: [UInt8]) -> Bool {
        func isAtOrBelow(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
            path.starts(with: folder)
                && (path.count == folder.count || folder.last == UInt8(ascii: "/")
                    || path[folder.count] == UInt8(ascii: "/"))
        }
        return isAtOrBelow(mountPoint, resolvedRoot) || isAtOrBelow(resolvedRoot, mountPoint)
    }
}
