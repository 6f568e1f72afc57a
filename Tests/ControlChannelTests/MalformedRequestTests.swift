import ControlChannel
import ControlServer
import Foundation
import SystemPackage
import Testing

@Suite("Malformed requests", .ownThread)
struct MalformedRequestTests {
    @Test(
        "What is not HTTP gets 400 in JSON and a closed connection",
        arguments: ["hello\r\n\r\n", "GET\r\n\r\n", "GET /v1/status HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\0\0\0\0\0"])
    func notHTTP(bytes: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange(bytes)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.contains("Connection: close\r\n"))
            #expect(
                answer.hasSuffix(
                    #"{"error":{"code":"bad-request","hint":"try: curl --unix-socket SOCKET http://mockd/v1/status","#
                        + #""message":"this is not an HTTP/1.1 request"}}"# + "\n"))
            try await expectHealthy(server)
        }
    }

    @Test("Headers beyond the limits get 431", arguments: [true, false])
    func largeHeaders(isOneHeader: Bool) async throws {
        try await TestServer.run { server in
            let headers =
                isOneHeader
                ? "X-Large: \(String(repeating: "x", count: 17_000))\r\n"
                : (0..<65).map { "X-\($0): y\r\n" }.joined()
            let answer = try await server.exchange("GET /v1/status HTTP/1.1\r\n\(headers)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
            #expect(answer.contains(#""message":"a request may have at most 16384 bytes in 64 headers""#))
            try await expectHealthy(server)
        }
    }

    @Test("A megabyte of path gets 431")
    func largePath() async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange("GET /\(String(repeating: "x", count: 1_000_000))")
            #expect(answer.hasPrefix("HTTP/1.1 431 "))
            try await expectHealthy(server)
        }
    }

    @Test("As many headers as are allowed are taken")
    func manyHeaders() async throws {
        try await TestServer.run { server in
            let headers = (0..<63).map { "X-\($0): y\r\n" }.joined()
            let answer = try await server.exchange("GET /v1/version HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("A body beyond the limit gets 413, announced or not", arguments: [true, false])
    func largeBody(isAnnounced: Bool) async throws {
        try await TestServer.run { server in
            let body = String(repeating: " ", count: 65_537)
            let answer = try await server.exchange(
                isAnnounced
                    ? "POST /v1/generate HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n"
                    : "POST /v1/generate HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n10001\r\n\(body)\r\n0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains(#""message":"a body may have at most 65536 bytes""#))
            #expect(server.daemon.generateRequestCount == 0)
            try await expectHealthy(server)
        }
    }

    @Test("A body of just the limit is taken")
    func fullBody() async throws {
        try await TestServer.run { server in
            let body = "{}" + String(repeating: " ", count: 65_534)
            let answer = try await server.exchange(
                "POST /v1/generate HTTP/1.1\r\nContent-Length: 65536\r\nConnection: close\r\n\r\n\(body)")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("A client that expects 100-continue gets it")
    func expectContinue() async throws {
        try await TestServer.run { server in
            let answer = try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send(
                    "POST /v1/sync HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
                let first = try connection.receive(until: "\r\n\r\n")
                connection.send("{}")
                return try first + connection.receive()
            }
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("Requests sent in one piece are answered in order")
    func pipelining() async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange(
                "GET /v1/version HTTP/1.1\r\n\r\nGET /nowhere HTTP/1.1\r\n\r\n"
                    + "POST /v1/sync HTTP/1.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]+)/).map { String($0.1) }
            #expect(statuses == ["200", "404", "200"])
        }
    }

    @Test("Rubbish after a good request does not cost its answer")
    func rubbishBehind() async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange("GET /v1/version HTTP/1.1\r\n\r\nrubbish\r\n\r\n")
            let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]+)/).map { String($0.1) }
            #expect(statuses == ["200", "400"])
        }
    }

    @Test("A client of HTTP/1.0 gets one answer and the end of the connection")
    func oldVersion() async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange("GET /v1/version HTTP/1.0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
            #expect(answer.hasSuffix("}\n"))
        }
    }

    @Test("A client that has nothing more to say still gets all its answers", arguments: [1, 3])
    func halfClosed(count: Int) async throws {
        try await TestServer.run { server in
            let answer = try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send(String(repeating: "GET /v1/version HTTP/1.1\r\n\r\n", count: count))
                connection.closeOutput()
                return try connection.receive()
            }
            #expect(answer.matches(of: /HTTP\/1.1 200 OK/).count == count)
            #expect(answer.hasSuffix("}\n"))
        }
    }

    @Test(
        "Half a request is given up after a while, wherever it stops",
        arguments: ["", "GET /v1/st", "POST /v1/sync HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"])
    func halfRequest(bytes: String) async throws {
        var limits = ControlServer.Limits()
        limits.headerTimeout = .milliseconds(50)
        try await TestServer.run(limits: limits) { server in
            // Returns only because the server closes.
            let answer = try await server.exchange(bytes)
            #expect(answer == "")
        }
    }

    @Test("A connection that is kept without a use is closed after a while")
    func idle() async throws {
        var limits = ControlServer.Limits()
        limits.idleTimeout = .milliseconds(50)
        try await TestServer.run(limits: limits) { server in
            let answer = try await server.exchange("GET /v1/version HTTP/1.1\r\n\r\n")
            #expect(answer.hasSuffix("}\n"))
        }
    }

    @Test("A client that goes away in the middle leaves nothing behind")
    func goneClients() async throws {
        try await TestServer.run { server in
            try await onThread { [path = server.socketPath] in
                for bytes in ["", "GET /v1/st", "POST /v1/sync HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"] {
                    for _ in 0..<50 { try RawConnection(path).send(bytes) }
                }
            }
            try await expectHealthy(server)
        }
    }

    @Test("Beyond the limit of connections there is 503, and room again when others go")
    func tooMany() async throws {
        var limits = ControlServer.Limits()
        limits.softConnections = 2
        limits.connections = 4
        try await TestServer.run(limits: limits) { server in
            let open = try await onThread { [path = server.socketPath] in
                try (0..<4).map { number in
                    let connection = try RawConnection(path)
                    connection.send("GET /v1/events HTTP/1.1\r\n\r\n")
                    _ = try connection.receive(until: "\n\r\n")
                    return connection
                }
            }
            let refused = try await server.exchange("GET /v1/version HTTP/1.1\r\n\r\n")
            #expect(refused.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(refused.contains("Retry-After: 1\r\n"))
            #expect(refused.contains(#""message":"mockd already has 4 connections""#))
            withExtendedLifetime(open) {}
        }
    }

    @Test("With many connections those that are not used go sooner")
    func many() async throws {
        var limits = ControlServer.Limits()
        limits.softConnections = 1
        limits.headerTimeout = .milliseconds(500)
        try await TestServer.run(limits: limits) { server in
            let first = try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send("GET /v1/version HTTP/1.1\r\n\r\n")
                _ = try connection.receive(until: "}\n")
                return connection
            }
            // Returns only because the server closes it, long before the ordinary idle time.
            let second = try await server.exchange("GET /v1/version HTTP/1.1\r\n\r\n")
            #expect(second.hasSuffix("}\n"))
            let again = try await onThread {
                first.send("GET /v1/version HTTP/1.1\r\n\r\n")
                return try first.receive(until: "}\n")
            }
            #expect(again.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test(
        "Another user's process gets 403, even where the file lets it in",
        .enabled(if: geteuid() == 0 && Executables.find("setpriv") != nil, "only root can become somebody else"),
        .enabled(if: Executables.find("curl") != nil, "curl is not installed"))
    func foreignUser() async throws {
        let setpriv = try #require(Executables.find("setpriv"))
        let curl = try #require(Executables.find("curl"))
        try await TestServer.run { server in
            for path in [
                server.directory.path, server.directory.appending("run"), server.directory.appending("run/mockd"),
            ] {
                chmod(path, 0o755)
            }
            chmod(server.rootDirectory.path.string, 0o755)
            chmod(server.socketPath, 0o666)
            let finished = try await run(
                setpriv,
                [
                    "--reuid=65534", "--clear-groups", curl, "-sS", "--unix-socket", server.socketPath,
                    "http://mockd/v1/status", "-w", "%{http_code}",
                ])
            #expect(
                finished.output
                    == #"{"error":{"code":"foreign-user","message":"this mockd belongs to uid 0 and does not answer uid "#
                    + #"65534"}}"# + "\n403")
        }
    }

    private func expectHealthy(_ server: TestServer) async throws {
        let status = try await server.ask { try $0.status() }
        #expect(status.state == .ready)
    }
}
