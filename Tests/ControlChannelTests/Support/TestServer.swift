import ControlChannel
import SystemPackage

@testable import ControlServer

/// A real server on a real socket at its usual path, for a separate root.
final class TestServer: Sendable {
    let directory: TemporaryDirectory
    let root: String
    let rootDirectory: RootDirectory
    let lock: InstanceLock
    let identity: DaemonIdentity
    let daemon: ScriptedDaemon
    let events: EventLog
    let log: EventLog
    let server: ControlServer
    let environment: [String: String]

    var socketPath: String { rootDirectory.socketPath }

    init(limits: ControlServer.Limits = .init(), capacity: Int = 10_000, version: String = "0.1.0") throws {
        directory = try TemporaryDirectory()
        root = try directory.makeDirectory("app")
        environment = [
            "RUNTIME_DIRECTORY": try directory.makeDirectory("run") + "/mockd", "TZ": "UTC", "PATH": "/usr/bin:/bin",
        ]
        let runtime = try RuntimeDirectory.prepare(environment: environment)
        rootDirectory = try runtime.makeRootDirectory(for: RootDirectory.canonical(FilePath(root)))
        identity = DaemonIdentity(
            version: version, root: root, startedAt: Timestamp(millisecondsSince1970: 1_763_682_138_123))
        lock = try InstanceLock(in: rootDirectory, identity: identity)
        daemon = ScriptedDaemon(identity: identity)
        events = EventLog(
            epoch: lock.epoch, capacity: capacity, now: { Timestamp(millisecondsSince1970: 1_763_682_139_000) })
        log = EventLog(
            epoch: lock.epoch, capacity: capacity, now: { Timestamp(millisecondsSince1970: 1_763_682_139_000) })
        server = ControlServer(
            socket: try ControlSocket(bindingIn: rootDirectory), identity: identity, daemon: daemon, events: events,
            log: log, limits: limits)
    }

    /// Runs the server during `body`, then ends it as a daemon would.
    static func run(
        limits: ControlServer.Limits = .init(), capacity: Int = 10_000,
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer(limits: limits, capacity: capacity).serve(while: body)
    }

    func serve(while body: @Sendable (TestServer) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.server.run() }
            defer { server.stop() }
            try await body(self)
            server.stop()
            try await group.waitForAll()
        }
    }

    /// Sends a request through the client that `mockctl` uses.
    func ask<Value: Sendable>(_ question: @escaping @Sendable (ControlClient) throws -> Value) async throws -> Value {
        try await onThread { [socketPath] in try question(ControlClient(connectingTo: socketPath)) }
    }

    /// Sends bytes and returns everything received until the connection ends.
    func exchange(_ bytes: String) async throws -> String {
        try await onThread { [socketPath] in
            let connection = try RawConnection(socketPath)
            connection.send(bytes)
            return try connection.receive()
        }
    }

    func mockctl(_ arguments: String..., environment extra: [String: String] = [:], from: String? = nil) async throws
        -> Finished
    {
        try await ControlChannelTests.run(
            Executables.mockctl, arguments, environment: environment.merging(extra) { $1 }, directory: from ?? root)
    }
}

extension OpenAPIDocument {
    /// Describes the routes of a server.
    static func make(in catalog: SchemaCatalog = SchemaCatalog()) throws -> JSONValue {
        let daemon = ScriptedDaemon(identity: DaemonIdentity(root: "/app"))
        return try make(of: Route.ofServer + daemon.routes, in: catalog)
    }
}
