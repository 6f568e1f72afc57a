import Foundation
import SystemPackage
import Testing

@testable import ControlChannel

@Suite("Placement of the control socket", .ownThread)
struct PlacementTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        "SHA-256 agrees with the vectors of FIPS 180",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 100_000),
                "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
            ),
        ])
    func digest(text: String, expected: String) {
        #expect(SHA256.hexDigest(of: Array(text.utf8)) == expected)
    }

    @Test("A root's directory is named by the first 16 digits of the hash of its path")
    func rootDirectoryName() throws {
        let runtime = try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(runtime.path == FilePath(directory.appending("mockd")))
        #expect(
            runtime.rootDirectory(for: "/").socketPath == directory.appending("mockd/8a5edab282632443/control.sock"))
    }

    @Test("Directories are made for their owner alone")
    func privateModes() throws {
        let runtime = try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": directory.path])
        let root = try runtime.makeRootDirectory(for: "/some/where")
        #expect(try mode(of: runtime.path.string) == 0o700)
        #expect(try mode(of: root.path.string) == 0o700)
    }

    @Test("systemd's RUNTIME_DIRECTORY wins, and of several the first")
    func systemdDirectory() throws {
        let given = try directory.makeDirectory("given")
        let runtime = try RuntimeDirectory.prepare(environment: [
            "RUNTIME_DIRECTORY": "\(given):/elsewhere", "XDG_RUNTIME_DIR": directory.path,
        ])
        #expect(runtime.path == FilePath(given))
    }

    @Test(
        "Without a usable XDG_RUNTIME_DIR the directory is under /tmp",
        arguments: [(nil, 4_294_967_001), ("relative", 4_294_967_002), ("/is/not/there", 4_294_967_003)])
    func fallback(value: String?, user: UInt32) throws {
        defer { rmdir("/tmp/mockd-\(user)") }
        let environment = value.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]
        // No user has this number, so the directory is created and then found to be ours.
        let error = #expect(throws: PlacementError.self) {
            try RuntimeDirectory.prepare(environment: environment, user: user)
        }
        #expect(
            error?.description
                == "/tmp/mockd-\(user) belongs to uid \(getuid()), not to uid \(user); "
                + "set XDG_RUNTIME_DIR to a directory of your own")
        #expect(error?.exitStatus == 77)
    }

    @Test("A symbolic link in place of the directory is refused")
    func symbolicLink() throws {
        let elsewhere = try directory.makeDirectory("elsewhere")
        symlink(elsewhere, directory.appending("mockd"))
        let path = directory.appending("mockd")
        expectRefusal(
            "\(path) is not a directory of mockd (a symbolic link is not followed); remove it: rm \(path)", status: 73)
    }

    @Test("A file in place of the directory is refused")
    func file() throws {
        let path = directory.appending("mockd")
        try Data().write(to: URL(filePath: path))
        expectRefusal(
            "\(path) is not a directory of mockd (a symbolic link is not followed); remove it: rm \(path)", status: 73)
    }

    @Test("A directory that others may enter is refused", arguments: [0o755, 0o701, 0o777])
    func openDirectory(mode: Int) throws {
        let path = try directory.makeDirectory("mockd", mode: mode)
        chmod(path, mode_t(mode))
        expectRefusal(
            "\(path) is open to other users (mode \(String(mode, radix: 8))); close it: chmod 700 \(path)", status: 77)
        // The directory in /tmp may exist for a daemon of this user.
        let existing = RuntimeDirectory.existing(environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(!existing.contains { $0.path.string == path })
    }

    @Test("A directory of another user is refused", .enabled(if: geteuid() == 0, "only root can give a directory away"))
    func foreignDirectory() throws {
        let path = try directory.makeDirectory("mockd")
        chown(path, 65534, 65534)
        expectRefusal(
            "\(path) belongs to uid 65534, not to uid 0; set XDG_RUNTIME_DIR to a directory of your own", status: 77)
    }

    @Test("A path that is too long for a socket is refused with its length")
    func longPath() throws {
        let deep = try directory.makeDirectory(String(repeating: "d", count: 80))
        let runtime = try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": deep])
        let path = runtime.rootDirectory(for: "/").socketPath
        let error = #expect(throws: PlacementError.self) { try runtime.makeRootDirectory(for: "/") }
        #expect(
            error?.description
                == "the path of the control socket has \(path.utf8.count) bytes where the kernel allows 107: \(path); "
                + "set XDG_RUNTIME_DIR to a shorter directory")
    }

    private func expectRefusal(_ text: String, status: Int32) {
        let error = #expect(throws: PlacementError.self) {
            try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": directory.path])
        }
        #expect(error?.description == text)
        #expect(error?.exitStatus == status)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
