import SystemPackage

/// What the kernel grants each user, as inotify(7) names it.
package enum InotifyLimit: String {
    case watches = "max_user_watches"
    case instances = "max_user_instances"
    case queuedEvents = "max_queued_events"

    /// `nil` where it cannot be read.
    package var value: Int? {
        guard let file = try? FileDescriptor.open(FilePath("/proc/sys/fs/inotify/" + rawValue), .readOnly) else {
            return nil
        }
        defer { try? file.close() }
        return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { buffer in
            let count = (try? file.read(into: buffer)) ?? 0
            return Int(String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
        }
    }
}
