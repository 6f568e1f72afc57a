import Glibc
import LinuxSystem
import SystemPackage

/// Tells when something is mounted below the root, or is no longer: what is seen under a path is another folder then,
/// and no directory tells of that.
final class MountTable {
    /// For `poll`, with `POLLPRI`; negative where the kernel shows no table.
    let descriptor: Int32
    private let root: FilePath
    /// What is mounted where below the root, line by line.
    private var mounts: [[UInt8]] = []

    init(root: FilePath, table: FilePath = "/proc/self/mountinfo") {
        self.root = root
        descriptor = (try? RegularFile(table))?.release().rawValue ?? -1
        mounts = readMounts()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns whether the mounts below the root are others than at the last call.
    func hasChanged() -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return false }
        return isDifferent()
    }

    /// The same for a caller whose `poll` has told that the table is new, which the kernel tells once.
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
        let start = place + [.slash]
        return text.split(separator: .newline).map(Array.init).filter { line in
            let fields = line.split(separator: .space, maxSplits: 5, omittingEmptySubsequences: false)
            return fields.count > 4 && Self.unescaped(fields[4]).starts(with: start)
        }
    }

    /// The root as the table has it, without links.
    private var place: [UInt8] {
        guard let real = root.withPlatformString({ realpath($0, nil) }) else { return Array(RawPath(root).bytes) }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// `\040` is a space.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        guard field.contains(.backslash) else { return Array(field) }
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == .backslash, digits.count == 3, digits.allSatisfy({ $0 & 0xF8 == 0x30 }) else {
                bytes.append(byte)
                continue
            }
            bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 & 7) })
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let backslash = UInt8(ascii: "\\")
}
