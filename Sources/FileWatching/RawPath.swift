import Glibc
import SystemPackage

/// An absolute path as system calls expect it: bytes that end with NUL.
///
/// `FilePath` parses the path in every operation, which is too slow for a tree that builds a path for each event.
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

    /// The path without the NUL.
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

    /// The parent directory; the root is its own parent.
    var directory: RawPath {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return RawPath(terminated: Array(terminated[..<max(slash, 1)]) + [0])
    }

    func isBelow(_ directory: RawPath) -> Bool {
        terminated.starts(with: directory.bytes) && terminated[directory.bytes.endIndex] == UInt8(ascii: "/")
    }

    /// The path with `/.` appended, which makes the kernel follow a symbolic link to the directory.
    var followed: RawPath { appending([UInt8(ascii: ".")]) }

    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        terminated.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map(body) ?? body("")
            }
        }
    }
}
