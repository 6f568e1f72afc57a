internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The directory that belongs to one watched root: `root`, `lock` and `control.sock`.
///
/// It is named by a hash of the root because the path of a socket may have 107 bytes only.
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

    /// Reads back which root a directory was registered for; `nil` if it never was, or no longer is.
    init?(registeredAt path: FilePath) {
        self.init(path: path, root: "")
        guard var bytes = try? RegularFile.bytes(of: rootFile, atMost: 64 * 1024, followsLink: false), !bytes.isEmpty
        else { return nil }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        self.init(path: path, root: FilePath(String(decoding: bytes, as: UTF8.self)))
    }

    /// The name of the folders that mockd keeps for a root: the same root, the same name.
    package static func identifier(of root: FilePath) -> String {
        String(SHA256.hexDigest(of: Array(root.bytes)).prefix(16))
    }

    /// The one spelling of a root that all who ask for it agree on.
    package static func canonical(_ root: FilePath) throws(PlacementError) -> FilePath {
        guard let resolved = realpath(root.string, nil) else {
            throw .system(operation: "open", path: root, Errno(rawValue: errno))
        }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
