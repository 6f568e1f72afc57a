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

    @Test("A socket that is handed over is found by the environment, for this process only")
    func handedOver() {
        let own = String(getpid())
        #expect(ControlSocket.handedOver(environment: ["LISTEN_PID": own, "LISTEN_FDS": "1"]) == 3)
        #expect(
            ControlSocket.handedOver(
                environment: ["LISTEN_PID": own, "LISTEN_FDS": "2", "LISTEN_FDNAMES": "other:control"]) == 4)
        #expect(ControlSocket.handedOver(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"]) == nil)
        #expect(ControlSocket.handedOver(environment: ["LISTEN_PID": own, "LISTEN_FDS": "0"]) == nil)
        #expect(ControlSocket.handedOver(environment: [:]) == nil)
    }

    @Test("A socket that is handed over is reached where clients look; what is none is refused")
    func adopted() throws {
        let runtime = try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": directory.path])
        let root = try runtime.makeRootDirectory(for: "/w/app")
        let given = try ControlSocket(binding: path)
        defer { close(given.descriptor) }
        // The kernel reports the name that it was bound to, before the rename.
        symlink(path, "\(path).\(getpid())")
        let adopted = try ControlSocket(adopting: given.descriptor, in: root)
        #expect(throws: Never.self) { try RawConnection(root.socketPath) }
        adopted.unlinkIfOurs()
        #expect(throws: Errno.noSuchFileOrDirectory) { try RawConnection(root.socketPath) }
        #expect(throws: Never.self) { try RawConnection(path) }

        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        let error = #expect(throws: PlacementError.self) { try ControlSocket(adopting: file, in: root) }
        #expect(
            error?.description
                == "descriptor \(file), which LISTEN_FDS hands over, is not a Unix stream socket that listens; the socket "
                + "unit needs ListenStream= with a path")
        #expect(error?.exitStatus == 78)
    }
}
