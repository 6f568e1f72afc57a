internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The directory of one watched root, with `root`, `lock` and `control.sock`.
///
/// Its name is a hash of the root, because the path of a socket has at most 107 bytes.
package struct RootDirectory: Hashable, Sendable {
    package let path: FilePath
    package let root: FilePath

    package var lockFile: FilePath { path.appending("lock") }
    package var rootFile: FilePath { path.appending("root") }
    package var socketPath: String { path.appending("control.sock").string }

    init(path: FilePath, root: FilePath) {
        self.path = path
        self.root = root
    }

    /// Reads the root that a directory is registered for; `nil` if there is none.
    init?(registeredAt path: FilePath) {
        self.init(path: path, root: "")
        guard var bytes = try? RegularFile.bytes(of: rootFile, atMost: 64 * 1024, followsLink: false), !bytes.isEmpty
        else { return nil }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        self.init(path: path, root: FilePath(String(decoding: bytes, as: UTF8.self)))
    }

    /// Returns the name of mockd's folders for a root; it depends on nothing but the root.
    package static func identifier(of root: FilePath) -> String {
        String(SHA256.hexDigest(of: Array(root.bytes)).prefix(16))
    }

    /// Returns the canonical path of a root, which daemon and clients agree on.
    package static func canonical(_ root: FilePath) throws(PlacementError) -> FilePath {
        guard let resolved = realpath(root.string, nil) else {
            throw .system(operation: "open", path: root, Errno(rawValue: errno))
        }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
