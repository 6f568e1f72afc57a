package import LinuxSystem
package import SystemPackage

/// The reason why the control socket, its lock or their directory cannot be used.
package enum PlacementError: Error, Hashable, Sendable, CustomStringConvertible {
    case notADirectory(FilePath)
    /// Another kind of file exists at the path of one of our files.
    case notAFile(FilePath, FileKind)
    case foreignOwner(FilePath, owner: UInt32, wanted: UInt32)
    case openToOthers(FilePath, mode: UInt32)
    /// The kernel's `sun_path` holds 107 bytes and a terminating NUL.
    case socketPathTooLong(String)
    /// `LISTEN_FDS` passes a descriptor that is not a listening Unix stream socket.
    case unusableActivation(Int32)
    /// A system call failed; `operation` completes "cannot …".
    case system(operation: String, path: FilePath, Errno)

    static func opening(_ path: FilePath, _ error: RegularFileError) -> PlacementError {
        if case .notAFile(let kind) = error { return .notAFile(path, kind) }
        return .system(operation: "open", path: path, error.errno)
    }

    package var description: String {
        switch self {
        case .notADirectory(let path):
            "\(path) is not a directory of mockd (a symbolic link is not followed); remove it: rm \(path)"
        case .notAFile(let path, let kind):
            "\(path) is \(kind), not a file of mockd; remove it: rm -r \(path)"
        case .foreignOwner(let path, let owner, let wanted):
            "\(path) belongs to uid \(owner), not to uid \(wanted); set XDG_RUNTIME_DIR to a directory of your own"
        case .openToOthers(let path, let mode):
            "\(path) is open to other users (mode \(String(mode, radix: 8))); close it: chmod 700 \(path)"
        case .socketPathTooLong(let path):
            """
            the path of the control socket has \(path.utf8.count) bytes where the kernel allows \
            \(ControlSocket.longestPath): \(path); set XDG_RUNTIME_DIR to a shorter directory
            """
        case .unusableActivation(let descriptor):
            """
            descriptor \(descriptor), which LISTEN_FDS hands over, is not a Unix stream socket that listens; the socket \
            unit needs ListenStream= with a path
            """
        case .system(let operation, let path, let errno):
            "cannot \(operation) \(path): \(errno)"
        }
    }

    /// The daemon's exit status: 77 for files of other owners, 73 for files that cannot be created, 78 for an unusable
    /// activation.
    package var exitStatus: Int32 {
        switch self {
        case .foreignOwner, .openToOthers, .system(_, _, .permissionDenied), .system(_, _, .notPermitted): 77
        case .notADirectory, .notAFile, .socketPathTooLong, .system: 73
        case .unusableActivation: 78
        }
    }
}
