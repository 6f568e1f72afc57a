import ControlChannel
import ControlServer
import Foundation
import Synchronization
import Testing

@Suite("Endpoints", .ownThread)
struct EndpointTests {
    @Test("Status shows the daemon's identity, state and resources")
    func status() async throws {
        try await TestServer.run { server in
            let status = try await server.ask { try $0.status() }
            #expect(status.api == "1")
            #expect(status.version == "0.1.0")
            #expect(status.pid == Int(getpid()))
            #expect(status.root == server.root)
            #expect(status.state == .ready)
            #expect(status.clock == EventClock(epoch: 1_763_682_138, seq: 0))
            #expect(status.startedAt.description == "2025-11-20T23:42:18.123Z")
            #expect(status.clients == Status.Clients(connected: 1, subscribers: 0, dropped: 0))
            #expect((status.resources?.rssBytes ?? 0) > 1_000_000)
            #expect((status.resources?.threads ?? 0) > 1)
        }
    }

    @Test("One connection carries many questions")
    func keepAlive() async throws {
        try await TestServer.run { server in
            let counts = try await server.ask { client in
                try (0..<20).map { _ in try client.status().clients?.connected }
            }
            #expect(counts == Array(repeating: 1, count: 20))
        }
    }

    @Test("A connection that the server has closed meanwhile is replaced by a new one")
    func staleConnection() async throws {
        var limits = ControlServer.Limits()
        limits.idleTimeout = .milliseconds(20)
        try await TestServer.run(limits: limits) { server in
            try await onThread { [path = server.socketPath] in
                let client = try ControlClient(connectingTo: path)
                _ = try client.status()
                // Waits until other connections see that the server has closed the first one.
                while try ControlClient(connectingTo: path).status().clients?.connected != 1 {}
                #expect(try client.status().state == .ready)
            }
        }
    }

    @Test("A failed write or read is reported, and the connection stays open")
    func incomprehensible() async throws {
        struct Unwritable: Documented {
            static let documentation = Documentation("A question that cannot be written.")
            init() {}
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        let endpoint = Endpoint<Unwritable, SyncAnswer>(post: "/v1/sync", "")
        try await TestServer.run { server in
            let state = try await server.ask { client in
                let error = #expect(throws: ClientFailure.self) { try client.ask(endpoint, Unwritable()) }
                #expect(error == .malformed("the request cannot be written as JSON"))
                let misread = #expect(throws: ClientFailure.self) {
                    try client.ask(Endpoint<Void, VersionAnswer>(.get, "/v1/status", "")).answer
                }
                #expect(misread == .malformed("its answer is not the VersionAnswer that was asked for"))
                return try client.status().state
            }
            #expect(state == .ready)
        }
    }

    @Test("Version names the interface and its endpoints")
    func version() async throws {
        try await TestServer.run { server in
            let version = try await server.ask { try $0.version() }
            #expect(version.version == "0.1.0")
            #expect(version.api.min == 1 && version.api.max == 1)
            #expect(version.capabilities.contains("sync"))
        }
    }

    @Test("Sync returns the clock up to which everything is generated")
    func sync() async throws {
        try await TestServer.run { server in
            server.events.publish(.settled)
            let answer = try await server.ask { try $0.sync(timeout: .seconds(10)).answer }
            #expect(answer.generation == 7)
            #expect(answer.clock == server.events.clock)
            #expect((0..<10_000).contains(answer.waitedMs))
        }
    }

    @Test("Sync that takes too long is an error that names the rest of the work")
    func syncTimeout() async throws {
        try await TestServer.run { server in
            server.daemon.set { $0.syncHangs = true }
            let failure = await #expect(throws: ClientFailure.self) {
                try await server.ask { try $0.sync(timeout: .milliseconds(250)).answer }
            }
            #expect(
                failure
                    == .refused(
                        ControlError(
                            status: 503, code: "timeout", message: "3 files are still being generated after 250 ms",
                            hint: "wait longer with --timeout 2m, or see what it is doing with: mockctl status",
                            details: ["timeoutMs": "250"])))
        }
    }

    @Test("The time limit of sync can also stand in the query, and must be a number within reason")
    func syncQuery() async throws {
        try await TestServer.run { server in
            server.daemon.set { $0.syncHangs = true }
            for (query, status, message) in [
                ("?timeoutMs=40", 503, "3 files are still being generated after 40 ms"),
                ("?timeoutMs=soon", 400, "timeoutMs=soon is not a number of milliseconds"),
                ("?timeoutMs=-1", 400, "timeoutMs must lie between 0 and 600000"),
            ] {
                let error = try await refusal(server) { try $0.post("/v1/sync" + query) }
                #expect(error?.status == status)
                #expect(error?.message == message)
            }
        }
    }

    @Test("Generate hands on paths and force, and a request without a body means everything")
    func generate() async throws {
        try await TestServer.run { server in
            let answer = GenerateAnswer(outputs: [.init(path: "Mocks/A.mocks.swift", result: "written")], ms: 3)
            server.daemon.set { $0.generate = answer }
            let request = GenerateRequest(paths: ["A.swift"], force: true)
            let got = try await server.ask { try $0.work(GenerateAnswer.endpoint, request).answer }
            #expect(got == answer)
            _ = try await server.ask { try $0.post("/v1/generate") }
            #expect(server.daemon.generateRequests.withLock { $0 } == [request, GenerateRequest()])
        }
    }

    @Test("Outputs, diagnostics and explanations come as the daemon has them")
    func listings() async throws {
        try await TestServer.run { server in
            let outputs = OutputsAnswer(outputs: [
                .init(path: "Mocks/A.mocks.swift", source: "Sources/A.swift", types: ["A"], state: "current")
            ])
            let diagnostic = ReportedDiagnostic(
                file: "A.swift", line: 3, column: 1, severity: "error", code: "final-class", message: "no")
            let explanation = Explanation(subject: "MockA", kind: "mock", summary: "it is annotated")
            server.daemon.set {
                $0.outputs = outputs
                $0.diagnostics = DiagnosticsAnswer(diagnostics: [diagnostic])
                $0.explanations = ["Über A": explanation]
            }
            let files = try await server.ask { try $0.ask(OutputsAnswer.endpoint, true).answer }
            #expect(files == outputs)
            let errors = try await server.ask { try $0.ask(DiagnosticsAnswer.endpoint).answer }
            #expect(errors.diagnostics == [diagnostic])
            let why = try await server.ask { try $0.ask(Explanation.endpoint, "Über A").answer }
            #expect(why == explanation)
        }
    }

    @Test("Shutdown is answered before the server ends, and the socket goes with it")
    func shutdown() async throws {
        let fixture = try TestServer()
        fixture.daemon.set { $0.onShutdown = { [server = fixture.server] in server.stop() } }
        async let end: Void = fixture.server.run()
        let answer = try await fixture.ask { try $0.ask(ShutdownAnswer.endpoint).answer }
        try await end
        #expect(answer.stopping)
        #expect(!FileManager.default.fileExists(atPath: fixture.socketPath))
    }

    @Test("Cancelling the task of the server ends it, also with clients connected")
    func cancellation() async throws {
        let fixture = try TestServer()
        let task = Task { try await fixture.server.run() }
        let client = try await onThread { [path = fixture.socketPath] in
            let connection = try RawConnection(path)
            connection.send("GET /v1/events HTTP/1.1\r\nHost: mockd\r\n\r\n")
            _ = try connection.receive(until: "\n\r\n")
            return connection
        }
        task.cancel()
        try await task.value
        #expect(!FileManager.default.fileExists(atPath: fixture.socketPath))
        withExtendedLifetime(client) {}
    }

    @Test("A request whose client has left is cancelled")
    func goneAsker() async throws {
        try await TestServer.run { server in
            let (told, telling) = AsyncStream.makeStream(of: String.self)
            server.daemon.set { $0.syncWaits = telling }
            var words = told.makeAsyncIterator()
            var connection: RawConnection? = try RawConnection(server.socketPath)
            connection?.send("POST /v1/sync HTTP/1.1\r\n\r\n")
            #expect(await words.next() == "waits")
            connection = nil
            #expect(await words.next() == "cancelled")
        }
    }

    @Test("An orderly end does not wait for ever for a question under way")
    func stuckQuestion() async throws {
        var limits = ControlServer.Limits()
        limits.grace = .milliseconds(20)
        let fixture = try TestServer(limits: limits)
        let (told, telling) = AsyncStream.makeStream(of: String.self)
        fixture.daemon.set { $0.syncWaits = telling }
        async let end: Void = fixture.server.run()
        async let answer = fixture.exchange("POST /v1/sync HTTP/1.1\r\n\r\n")
        var words = told.makeAsyncIterator()
        #expect(await words.next() == "waits")
        fixture.server.stop()
        try await end
        #expect(await words.next() == "cancelled")
        let text = try await answer
        #expect(text == "")
    }

    @Test("Unknown paths and wrong methods are answered in JSON")
    func mistakes() async throws {
        try await TestServer.run { server in
            let unknown = try await refusal(server) { try $0.get("/v1/nothing") }
            #expect(unknown?.status == 404)
            #expect(unknown?.description == "there is nothing at /v1/nothing; GET /v1/version lists what there is")
            let wrongMethod = try await refusal(server) { try $0.post("/v1/status") }
            #expect(wrongMethod?.status == 405)
            #expect(wrongMethod?.description == "/v1/status does not take POST; use GET")
            let noQuestion = try await refusal(server) { try $0.get("/v1/explain") }
            #expect(noQuestion?.description == "explain needs a question; ask with ?q=NAME_OR_PATH")
            let stranger = try await refusal(server) { try $0.get("/v1/explain?q=MockX") }
            #expect(stranger?.status == 404)
            let body = try await refusal(server) { try $0.post("/v1/generate", ["paths": 3]) }
            #expect(body?.status == 400)
            #expect(body?.message == "the body is not the JSON that /v1/generate takes")
        }
    }

    @Test("curl can ask", .enabled(if: Executables.find("curl") != nil, "curl is not installed"))
    func curl() async throws {
        let curl = try #require(Executables.find("curl"))
        try await TestServer.run { server in
            let status = try await run(curl, ["-sS", "--unix-socket", server.socketPath, "http://mockd/v1/status"])
            #expect(status.status == 0)
            let document = try WireFormat.decode(Status.self, from: Array(status.output.utf8))
            #expect(document.root == server.root)

            let head = try await run(curl, ["-sSI", "--unix-socket", server.socketPath, "http://mockd/v1/status"])
            #expect(head.output.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.output.lowercased().contains("content-type: application/json\r\n"))

            let sync = try await run(
                curl,
                [
                    "-sS", "--unix-socket", server.socketPath, "http://mockd/v1/sync", "-d", #"{"timeoutMs":100}"#,
                    "-w", "%{http_code}",
                ])
            #expect(sync.output.hasSuffix("}\n200"))

            let missing = try await run(
                curl, ["-sS", "--unix-socket", server.socketPath, "http://mockd/nowhere", "-w", "%{http_code}"])
            #expect(
                missing.output
                    == #"{"error":{"code":"not-found","hint":"GET /v1/version lists what there is","#
                    + #""message":"there is nothing at /nowhere"}}"# + "\n404")
        }
    }

    private func refusal(
        _ server: TestServer, _ question: @escaping @Sendable (ControlClient) throws -> [UInt8]
    ) async throws -> ControlError? {
        do {
            _ = try await server.ask(question)
            return nil
        } catch ClientFailure.refused(let error) {
            return error
        }
    }
}
