import Glibc
import SystemPackage

/// An absolute path as the kernel takes it: bytes that end with NUL.
///
/// `FilePath` parses itself at every step, which a tree that makes a path for each event cannot afford.
struct RawPath: Hashable, Sendable {
    private let terminated: [UInt8]

    private init(terminated: [UInt8]) {
        self.terminated = terminated
    }

    init(_ path: FilePath) {
        terminated = path.withPlatformString { start in
            [UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start) + 1))
        }
    }

    /// Without the NUL.
    var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    var filePath: FilePath {
        withCString { FilePath(platformString: $0) }
    }

    func appending(_ name: [UInt8]) -> RawPath {
        var path: [UInt8] = []
        path.reserveCapacity(terminated.count + name.count + 1)
        path += bytes
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path += name
        path.append(0)
        return RawPath(terminated: path)
    }

    /// Where the last name of the path stands; the root is in itself.
    var directory: RawPath {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return RawPath(terminated: Array(terminated[..<max(slash, 1)]) + [0])
    }

    func isBelow(_ directory: RawPath) -> Bool {
        terminated.starts(with: directory.bytes) && terminated[directory.bytes.endIndex] == UInt8(ascii: "/")
    }

    /// The same directory, and behind a symbolic link the one that it points to.
    var followed: RawPath { appending([UInt8(ascii: ".")]) }

    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        terminated.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map(body) ?? body("")
            }
        }
    }
}
