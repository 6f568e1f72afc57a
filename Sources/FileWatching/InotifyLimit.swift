import LinuxSystem
import SystemPackage

/// A per-user limit of the kernel, as inotify(7) names it.
package enum InotifyLimit: String {
    case watches = "max_user_watches"
    case instances = "max_user_instances"
    case queuedEvents = "max_queued_events"

    /// `nil` if it cannot be read.
    package var value: Int? {
        let text = try? RegularFile.text(of: FilePath("/proc/sys/fs/inotify/" + rawValue), atMost: 32)
        return text.flatMap { Int($0.prefix { $0 != "\n" }) }
    }
}
