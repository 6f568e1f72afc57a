import Glibc
import SystemPackage

/// The user whose repositories count, by git's rule for `safe.directory` (git-config(1)).
struct GitOwner: Hashable, Sendable {
    /// The effective user of this process.
    var user: UInt32
    /// The user that called `sudo`, whose repositories root may use as its own.
    var caller: UInt32?

    static var current: GitOwner {
        GitOwner(user: geteuid(), caller: getenv("SUDO_UID").flatMap { UInt32(String(cString: $0)) })
    }

    /// True if the path itself, not the target of a link there, belongs to the user.
    func owns(_ path: FilePath) -> Bool {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return false }
        return status.st_uid == user || (user == 0 && status.st_uid == caller)
    }
}
