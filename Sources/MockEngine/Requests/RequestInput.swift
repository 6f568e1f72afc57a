internal import MockModel

/// A file that a build system names in a request.
package struct RequestInput: Hashable, Sendable {
    /// Relative to the folder of the request, or absolute.
    package var path: String
    /// The hash of its bytes, in a form that only has to be the same each time; empty if there is none.
    package var digest: [UInt8]

    package init(path: String, digest: [UInt8]) {
        self.path = path
        self.digest = digest
    }

    /// The signature of a file with this digest: equal for equal bytes, wherever they are, and for no file of a disk.
    /// `nil` without a digest.
    var signature: FileSignature? {
        guard !digest.isEmpty else { return nil }
        return FileSignature(content: ContentHash(digest), device: Self.device)
    }

    private static let device: UInt64 = .max

    /// True for the signature of an input with a digest.
    static func isDigest(_ signature: FileSignature) -> Bool { signature.device == device }
}

extension FileSignature {
    /// Returns the signature of a file that is known by its content alone.
    init(content hash: ContentHash, device: UInt64) {
        self.init(
            device: device, inode: hash.high, size: 0, modified: Int(bitPattern: UInt(hash.low)), changed: 0)
    }
}
