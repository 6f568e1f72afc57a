import ControlChannel
import Foundation
import SystemPackage
import Testing

@Suite("The control socket's file", .ownThread)
struct ControlSocketTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("control.sock")
    }

    @Test("It is private and takes connections from the moment it is there")
    func fresh() throws {
        let socket = try ControlSocket(binding: path)
        defer { close(socket.descriptor) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: Never.self) { try RawConnection(path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["control.sock"])
    }

    @Test("The socket of a dead daemon, a file and a symbolic link in its place are replaced", arguments: [0, 1, 2])
    func stale(kind: Int) throws {
        let other = directory.appending("other")
        try Data("kept".utf8).write(to: URL(filePath: other))
        switch kind {
        case 0: close(try ControlSocket(binding: path).descriptor)
        case 1: try Data().write(to: URL(filePath: path))
        default: symlink(other, path)
        }
        let socket = try ControlSocket(binding: path)
        defer { close(socket.descriptor) }
        #expect(throws: Never.self) { try RawConnection(path) }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
    }

    @Test("A directory in its place is refused, and nothing is left behind")
    func directoryInTheWay() throws {
        _ = try directory.makeDirectory("control.sock")
        let error = #expect(throws: PlacementError.self) { try ControlSocket(binding: path) }
        #expect(error?.description == "cannot bind \(path): Is a directory")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["control.sock"])
    }

    @Test("Only our own file is removed at the end")
    func unlinking() throws {
        let first = try ControlSocket(binding: path)
        let second = try ControlSocket(binding: path)
        defer { for socket in [first, second] { close(socket.descriptor) } }
        first.unlinkIfOurs()
        #expect(throws: Never.self) { try RawConnection(path) }
        second.unlinkIfOurs()
        #expect(throws: Errno.noSuchFileOrDirectory) { try RawConnection(path) }
    }
}
