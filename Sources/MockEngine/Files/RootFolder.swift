internal import Glibc
internal import Synchronization
package import SystemPackage

/// The root folder of a project, which notices that another folder has replaced it.
///
/// A root can be renamed, and another folder renamed to its path, between reading the sources and writing their mocks.
/// No descriptor of it is kept open: that would keep its file system from being unmounted.
package final class RootFolder: Sendable {
    private struct Identity: Equatable {
        var device: dev_t
        var inode: ino_t

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    package let path: FilePath
    private let identity = Mutex<Identity?>(nil)

    package init(_ path: FilePath) {
        self.path = path
    }

    /// Accepts the folder that is at the path now as the root. Before the first call any folder counts.
    package func recognize() {
        var status = stat()
        let isThere = path.withPlatformString { stat($0, &status) } == 0
        identity.withLock { $0 = isThere ? Identity(status) : nil }
    }

    /// Returns the number of folders from the root to a normalized path; `nil` if it lies elsewhere. It is called for
    /// each write, so it compares bytes.
    func depth(of location: FilePath) -> Int? {
        path.withPlatformString { root in
            location.withPlatformString { location in
                // The root of the disk ends in its slash.
                let length = strlen(root) == 1 ? 0 : strlen(root)
                guard strncmp(root, location, length) == 0 else { return nil }
                let rest = UnsafeBufferPointer(start: location + length, count: strlen(location) - length)
                guard rest.isEmpty || rest[0] == Self.slash else { return nil }
                return rest.count > 1 ? rest.count { $0 == Self.slash } : 0
            }
        }
    }

    private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

    /// Checks that an open folder is at the given depth below the root.
    ///
    /// - Throws: `Errno.staleNFSFileHandle` if another folder is in the place of the root.
    func check(_ descriptor: Int32, depth: Int) throws {
        guard let known = identity.withLock({ $0 }) else { return }
        var status = stat()
        let pathToRoot = depth == 0 ? "." : String(repeating: "../", count: depth)
        guard fstatat(descriptor, pathToRoot, &status, 0) == 0 else { throw Errno(rawValue: errno) }
        guard Identity(status) == known else { throw Errno.staleNFSFileHandle }
    }
}
