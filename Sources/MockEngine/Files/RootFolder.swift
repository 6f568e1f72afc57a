internal import Glibc
internal import Synchronization
package import SystemPackage

/// The folder that a project's root is, told from another one that takes its place.
///
/// A root can be renamed, and another folder renamed to its path, between the moment when sources are read and the moment
/// when their mocks are written. No descriptor of it is kept open: that would keep its file system from being unmounted.
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
    private let depth: Int
    private let identity = Mutex<Identity?>(nil)

    package init(_ path: FilePath) {
        self.path = path
        depth = path.components.count
    }

    /// Takes the folder that is at the path now for the root. Until then any is.
    package func recognize() {
        var status = stat()
        let isThere = path.withPlatformString { stat($0, &status) } == 0
        identity.withLock { $0 = isThere ? Identity(status) : nil }
    }

    /// Checks that an open folder is as far below the root as its path says.
    ///
    /// - Throws: `Errno.staleNFSFileHandle` if another folder is in the place of the root.
    func check(_ descriptor: Int32, at place: FilePath) throws {
        guard let known = identity.withLock({ $0 }) else { return }
        let ups = place.components.count - depth
        let way = ups == 0 ? "." : String(repeating: "../", count: ups)
        var status = stat()
        guard fstatat(descriptor, way, &status, 0) == 0 else { throw Errno(rawValue: errno) }
        guard Identity(status) == known else { throw Errno.staleNFSFileHandle }
    }
}
