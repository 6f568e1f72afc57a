import ControlChannel
import Foundation
import Glibc
import Testing

/// A stopped daemon whose socket still accepts connections: after Ctrl-Z, in a debugger, in a paused container.
@Suite("mockctl and a daemon that is stopped", .ownThread)
struct StoppedDaemonTests {
    /// A listening socket without a server.
    private final class Silence: Sendable {
        let directory: TemporaryDirectory
        let socket: ControlSocket

        init() throws {
            directory = try TemporaryDirectory()
            socket = try ControlSocket(binding: directory.appending("s"))
        }

        deinit { close(socket.descriptor) }
    }

    private func noAnswer(_ body: () throws -> Void) -> ClientFailure? {
        do {
            try body()
            return nil
        } catch {
            return error as? ClientFailure
        }
    }

    @Test("Connecting, asking and reading together take no longer than one limit")
    func limit() throws {
        let silence = try Silence()
        let client = try ControlClient(connectingTo: silence.socket.path, limit: .milliseconds(50))
        #expect(noAnswer { _ = try client.status() } == .noAnswer(within: .milliseconds(50)))
        // Work is requested only from a daemon that answers.
        let working = noAnswer { _ = try client.work(GenerateAnswer.endpoint, GenerateRequest()) }
        #expect(working == .noAnswer(within: .milliseconds(50)))
        let following = noAnswer { try client.stream(EventFilter.endpoint, EventFilter()) { _ in true } }
        #expect(following == .noAnswer(within: .milliseconds(50)))
    }

    @Test("A queue of connections that is full is no reason to wait for ever")
    func fullQueue() throws {
        let silence = try Silence()
        // The kernel's queue holds one connection more than this number.
        listen(silence.socket.descriptor, 0)
        let first = try ControlClient(connectingTo: silence.socket.path)
        #expect(
            noAnswer { _ = try ControlClient(connectingTo: silence.socket.path, limit: .milliseconds(50)) }
                == .noAnswer(within: .milliseconds(50)))
        withExtendedLifetime(first) {}
    }

    @Test(
        "The commands end with 75 and say so",
        arguments: [
            (["status", "--wait", "ready", "--timeout", "50ms"], "mockd is not ready after 50ms\n"),
            (["sync", "--timeout", "50ms"], "mockd has not answered within 2050 ms\n"),
            (["stop", "--timeout", "50ms"], "mockd has not answered within 1000 ms\n"),
            (["status"], "mockd has not answered within 10000 ms\n"),
        ])
    func commands(_ arguments: [String], _ message: String) async throws {
        let silence = try Silence()
        let finished = try await run(Executables.mockctl, arguments + ["--socket", silence.socket.path])
        #expect(finished == Finished(status: 75, output: "", errors: message))
    }

    @Test(
        "Every command that asks ends with 75 within its --timeout",
        arguments: [
            ["status"], ["status", "--json"], ["events"], ["events", "--once"], ["generate"],
            ["generate", "A.swift", "--force"],
            ["outputs"], ["outputs", "--drifted"], ["inputs"], ["errors"], ["explain", "MockCook"], ["rescan"],
            ["pause"],
            ["resume"], ["config"], ["config", "--check"], ["reload"], ["log"], ["log", "--follow"], ["metrics"],
            ["doctor"],
            ["debug", "events"], ["version"],
        ])
    func everyCommand(_ arguments: [String]) async throws {
        let silence = try Silence()
        let finished = try await run(
            Executables.mockctl, arguments + ["--timeout", "50ms", "--socket", silence.socket.path])
        #expect(finished.status == 75)
        #expect(finished.errors == "mockd has not answered within 50 ms\n")
    }

    @Test("--timeout may stand before the command, and bounds connecting, too")
    func connecting() async throws {
        let silence = try Silence()
        listen(silence.socket.descriptor, 0)
        let first = try ControlClient(connectingTo: silence.socket.path)
        let finished = try await run(
            Executables.mockctl, ["--timeout", "50ms", "--socket", silence.socket.path, "errors"])
        #expect(
            finished == Finished(status: 75, output: "", errors: "mockd has not answered within 50 ms\n"))
        withExtendedLifetime(first) {}
    }

    @Test("A request answered with 400 ends the connection, and later ones are not answered")
    func badRequest() async throws {
        try await TestServer.run { server in
            let answer = try await server.exchange(
                "POST /v1/sync HTTP/1.1\r\nHost: mockd\r\nContent-Length: 3\r\n\r\n{x}"
                    + "GET /v1/status HTTP/1.1\r\nHost: mockd\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(!answer.contains("HTTP/1.1 200"))
        }
    }

    @Test("list names a daemon that does not answer")
    func list() async throws {
        let server = try TestServer()
        let finished = try await server.mockctl("list", "--timeout", "200ms")
        #expect(finished.status == 75 && finished.output == "")
        // The limit includes the time for connecting, so the remaining milliseconds vary.
        #expect(
            finished.errors.replacing(#/within \d+ ms/#, with: "within N ms")
                == "\(server.root): mockd has not answered within N ms\n")
    }
}
