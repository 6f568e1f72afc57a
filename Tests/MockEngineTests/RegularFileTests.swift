import Foundation
import Glibc
import LinuxSystem
import SystemPackage
import Testing

/// A plain call of `open` or `read` on these paths would wait for ever, or use all memory.
@Suite struct RegularFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(["text": "Cook\n", "folder/": ""])
        #expect(mkfifo(folder("pipe").string, 0o600) == 0)
        #expect(symlink("text", folder("link").string) == 0)
        #expect(symlink("/dev/zero", folder("device").string) == 0)
        #expect(symlink("nowhere", folder("dangling").string) == 0)
        try Self.bindSocket(folder("socket"))
        #expect(truncate(folder("text").string, 5) == 0)
    }

    private static func bindSocket(_ path: FilePath) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    private func failure(
        _ name: String, for purpose: RegularFile.Purpose = .reading, followsLink: Bool = true
    ) -> String? {
        do throws(RegularFileError) {
            _ = try RegularFile(folder(name), for: purpose, followsLink: followsLink)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(
        arguments: [.reading, .appending, .locking, .overwriting(.ownerReadWrite)] as [RegularFile.Purpose])
    func `anything but a regular file is refused by its kind, for any purpose`(_ purpose: RegularFile.Purpose) {
        #expect(failure("pipe", for: purpose) == "it is a pipe, not a file")
        #expect(failure("socket", for: purpose) == "it is a socket, not a file")
        #expect(failure("folder", for: purpose) == "it is a folder, not a file")
        #expect(failure("device", for: purpose) == "it is a device, not a file")
        #expect(failure("link", for: purpose, followsLink: false) == "it is a symbolic link, not a file")
        #expect(failure("text", for: purpose) == nil)
        #expect(failure("link", for: purpose) == nil)
    }

    @Test func `a missing file is reported in the system's words`() {
        #expect(failure("nothing") == "No such file or directory")
        #expect(failure("dangling") == "No such file or directory")
        #expect(failure("pipe", for: .creating(.ownerReadWrite)) == "File exists")
        #expect(failure("new", for: .creating(.ownerReadWrite)) == nil)
    }

    @Test func `a file is read to its end and no further than its limit`() throws {
        #expect(try RegularFile.text(of: folder("text"), atMost: 5) == "Cook\n")
        #expect(throws: RegularFileError.tooLarge(limit: 4)) { try RegularFile.text(of: folder("text"), atMost: 4) }
        #expect("\(RegularFileError.tooLarge(limit: 4))" == "it is larger than 4 bytes")
        #expect("\(RegularFileError.tooLarge(limit: 1 << 20))" == "it is larger than 1 MiB")
    }

    @Test func `two gigabytes in the place of a small file are not read`() throws {
        try #require(truncate(folder("text").string, 2 << 30) == 0)
        #expect(throws: RegularFileError.tooLarge(limit: 1 << 20)) {
            try RegularFile.bytes(of: folder("text"), atMost: 1 << 20)
        }
    }

    @Test func `files of the kernel, which claim to be empty, are read whole and within the limit`() throws {
        let maps = try RegularFile.text(of: "/proc/self/maps", atMost: 1 << 24)
        #expect(maps.hasSuffix("\n") && maps.contains("[stack]"))
        #expect(throws: RegularFileError.tooLarge(limit: 100)) {
            try RegularFile.bytes(of: "/proc/self/maps", atMost: 100)
        }
    }

    @Test func `overwriting empties the file, and locking does not`() throws {
        _ = try RegularFile(folder("text"), for: .locking)
        #expect(try RegularFile.text(of: folder("text"), atMost: 5) == "Cook\n")
        try RegularFile(folder("text"), for: .overwriting(.ownerReadWrite)).write([0x41])
        #expect(try RegularFile.text(of: folder("text"), atMost: 5) == "A")
    }

    @Test func `a descriptor that is handed over stays open`() throws {
        let descriptor = try RegularFile(folder("text")).release()
        defer { try? descriptor.close() }
        #expect(fcntl(descriptor.rawValue, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
    }
}
