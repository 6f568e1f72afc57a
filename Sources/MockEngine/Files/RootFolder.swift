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
    private let identity = Mutex<Identity?>(nil)

    package init(_ path: FilePath) {
        self.path = path
    }

    /// Takes the folder that is at the path now for the root. Until then any is.
    package func recognize() {
        var status = stat()
        let isThere = path.withPlatformString { stat($0, &status) } == 0
        identity.withLock { $0 = isThere ? Identity(status) : nil }
    }

    /// How many folders a normalized path is below the root; `nil` if it lies elsewhere. Asked for each write, so it
    /// compares bytes.
    func depth(of place: FilePath) -> Int? {
        path.withPlatformString { root in
            place.withPlatformString { place in
                // The root of the disk ends in its slash.
                let length = strlen(root) == 1 ? 0 : strlen(root)
                guard strncmp(root, place, length) == 0 else { return nil }
                let rest = UnsafeBufferPointer(start: place + length, count: strlen(place) - length)
                guard rest.isEmpty || rest[0] == Self.slash else { return nil }
                return rest.count > 1 ? rest.count { $0 == Self.slash } : 0
            }
        }
    }

    private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

    /// Checks that an open folder is that deep below the root.
    ///
    /// - Throws: `Errno.staleNFSFileHandle` if another folder is in the place of the root.
    func check(_ descriptor: Int32, depth: Int) throws {
        guard let known = identity.withLock({ $0 }) else { return }
        var status = stat()
        let way = depth == 0 ? "." : String(repeating: "../", count: depth)
        guard fstatat(descriptor, way, &status, 0) == 0 else { throw Errno(rawValue: errno) }
        guard Identity(status) == known else { throw Errno.staleNFSFileHandle }
    }
}
