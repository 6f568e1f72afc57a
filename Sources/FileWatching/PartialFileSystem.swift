import Glibc
import LinuxSystem
import SystemPackage

/// A file system that sends events only for changes made through this mount: a network file system, FUSE or an overlay.
package struct PartialFileSystem: Hashable {
    private static let shared = ["nfs", "nfs4", "smb3", "cifs", "9p", "virtiofs", "ceph", "afs", "vboxsf", "prl_fs"]

    /// The type, as `mount(8)` names it.
    package let name: String

    /// - Parameter name: the type, as `mount(8)` names it; the result is `nil` for one that reports all changes.
    package init?(named name: String) {
        guard name == "overlay" || name.hasPrefix("fuse") || Self.shared.contains(name) else { return nil }
        self.name = name
    }

    /// Finds the file system of a device in the mount table; `nil` if it reports all changes.
    init?(mounts: String, device: UInt64) {
        let number = "\(Self.major(device)):\(Self.minor(device))"
        guard let mount = MountEntry.entries(of: mounts.utf8).first(where: { $0.device == number }) else { return nil }
        self.init(named: mount.fileSystem)
    }

    /// Finds the file system that contains `path`; `nil` if it reports all changes.
    init?(at path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        self.init(mounts: Self.mounts() ?? "", device: UInt64(status.st_dev))
    }

    func warning(every interval: Duration) -> String {
        let unseenChanges = name == "overlay" ? "to its lower layers" : "by other machines"
        return "the root is on \(name), where changes made \(unseenChanges) cause no events; "
            + "they are found by comparing, every \(interval)"
    }

    private static func mounts() -> String? {
        try? RegularFile.text(of: "/proc/self/mountinfo", atMost: 16 << 20)
    }

    // The macros of sys/sysmacros.h, which Swift cannot import.
    private static func major(_ device: UInt64) -> UInt64 { (device >> 8) & 0xfff | (device >> 32) & ~0xfff }

    private static func minor(_ device: UInt64) -> UInt64 { device & 0xff | (device >> 12) & ~0xff }
}
