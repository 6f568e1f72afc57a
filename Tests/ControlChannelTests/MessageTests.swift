import ControlChannel
import Foundation
import SystemPackage
import Testing

@testable import ControlServer

/// The messages for malformed requests and missing answers.
@Suite("Messages of the server", .ownThread)
struct MessageTests {
    @Test(
        "A question that is wrong is answered with what would be right",
        arguments: [
            ("/v1/statuses", "there is nothing at /v1/statuses; GET /v1/version lists what there is"),
            ("/v1/status?x=1", "/v1/status has no parameter 'x'; it has none"),
            ("/v1/events?x=1", "/v1/events has no parameter 'x'; it has since, types"),
            ("/v1/events?since=x", "since=x is not a clock; use the clock of an earlier event, such as 3:18462"),
            (
                "/v1/events?types=x",
                "there are no events of type x; the types are state-changed, batch-started, input-changed, "
                    + "input-failed, output-written, output-unchanged, output-removed, output-conflict, "
                    + "batch-finished, settled, rescan, overflow, config-reloaded, lease"
            ),
            (
                "/v1/log?level=loud",
                "there is no level 'loud'; the levels are trace, debug, info, notice, warning, error, critical"
            ),
            ("/v1/log?follow=x", "follow=x is neither true nor false"),
            ("/v1/outputs?sha256=x", "sha256=x is neither true nor false"),
            ("/v1/explain", "explain needs a question; ask with ?q=NAME_OR_PATH"),
        ])
    func question(target: String, message: String) async throws {
        try await TestServer.run { server in
            let failure = await #expect(throws: ClientFailure.self) { _ = try await server.ask { try $0.get(target) } }
            #expect(failure?.description == message)
        }
    }

    @Test("A body that is none, and one that is missing")
    func body() async throws {
        try await TestServer.run { server in
            let list = await #expect(throws: ClientFailure.self) {
                _ = try await server.ask { try $0.post("/v1/sync", [1]) }
            }
            #expect(
                list?.description == "the body is not the JSON that /v1/sync takes; leave it out for the defaults")
            let missing = await #expect(throws: ClientFailure.self) {
                _ = try await server.ask { try $0.post("/v1/leases") }
            }
            #expect(missing?.description == "/v1/leases needs a body; GET /v1/openapi.json describes it")
        }
    }

    @Test("A connection beyond the limit is refused")
    func tooMany() {
        #expect(
            ControlError.tooManyConnections(256).description
                == "mockd already has 256 connections; close some, or ask again in a second")
    }

    @Test("A refused connection and a request that times out")
    func client() async throws {
        let directory = try TemporaryDirectory()
        #expect(
            ClientFailure.permissionDenied(socket: "/run/S").description
                == "no permission to connect to /run/S; the daemon belongs to another user")
        #expect(ClientFailure.noAnswer(within: .seconds(2)).description == "mockd has not answered within 2000 ms")
        // A folder does not listen, and is not a stale socket either.
        let folder = try directory.makeDirectory("S")
        let refused = try await run(Executables.mockctl, ["status", "--socket", folder])
        #expect(refused.status == 3)
        #expect(refused.errors == "no mockd is listening on \(folder)\n")
        #expect(
            ClientFailure.system(operation: "read from", .ioError).description
                == "cannot read from the control socket: Input/output error")
    }

    @Test("Options that all commands have may stand before the command")
    func optionsFirst() async throws {
        try await TestServer.run { server in
            let list = try await server.mockctl("--json", "list", from: "/")
            #expect(list.output.hasPrefix("{\"pid\":") && list.output.contains(server.root), "\(list)")
            let path = server.socketPath
            for arguments in [["--socket", path, "version"], ["--color=never", "--socket=\(path)", "version"]] {
                let finished = try await run(Executables.mockctl, arguments)
                #expect(finished.status == 0)
                #expect(finished.output.hasPrefix("mockctl 0.1.0\nmockd 0.1.0 "), "\(finished)")
            }
            let status = try await run(Executables.mockctl, ["--socket", path, "--json"])
            #expect(status.output.hasPrefix("{\"api\":\"1\","))
            let mistake = try await run(Executables.mockctl, ["--socket", path, "statsu"])
            #expect(
                mistake
                    == Finished(
                        status: 64, output: "", errors: "there is no command 'statsu'; did you mean 'status'?\n"))
        }
    }

    @Test("generate counts what could not be written")
    func generate() async throws {
        try await TestServer.run { server in
            for (count, message) in [(1, "1 file"), (2, "2 files")] {
                server.daemon.set {
                    $0.generate = GenerateAnswer(
                        outputs: (0..<count).map { .init(path: "\($0).mocks.swift", result: "failed") }, ms: 1)
                }
                let finished = try await server.mockctl("generate")
                #expect(finished.status == 1)
                #expect(finished.errors == "\(message) could not be written; see: mockctl errors\n")
            }
        }
    }

    @Test("stop says whom to kill when the daemon goes on")
    func stop() async throws {
        try await TestServer.run { server in
            let finished = try await server.mockctl("stop", "--timeout", "50ms")
            let pid = server.identity.pid
            #expect(
                finished
                    == Finished(
                        status: 75, output: "",
                        errors: "mockd (pid \(pid)) is still running after 50ms; end it with: kill -9 \(pid)\n"))
        }
    }

    @Test("doctor tells versions apart, and misses the programs that belong beside it")
    func doctor() async throws {
        try await TestServer.run { server in
            let folder = try server.directory.makeDirectory("bin")
            try FileManager.default.copyItem(atPath: Executables.mockctl, toPath: folder + "/mockctl")
            let alone = try await run(
                folder + "/mockctl", ["doctor"], environment: server.environment, directory: server.root)
            #expect(alone.status == 1)
            for name in ["mockd", "mockd-watcher"] {
                #expect(alone.output.contains("\(folder)/\(name) is not there or cannot be run\n"), "\(alone.output)")
            }
            #expect(
                alone.output.contains(
                    "-> mockd, mockctl and mockd-watcher belong in one folder; install them from the same build\n"))
            #expect(alone.output.contains("  mockctl and mockd are 0.1.0\n"))
            for arguments in [["man", "mockd"], ["completion", "install"]] {
                let finished = try await run(
                    folder + "/mockctl", arguments, environment: ["HOME": server.directory.path], directory: "/")
                #expect(finished.status == 1)
                #expect(
                    finished.errors == "\(folder)/mockd is not there or cannot be run; install it from the same build\n"
                )
            }
        }
        let other = try TestServer(version: "9.9.9")
        try await other.serve { server in
            let doctor = try await server.mockctl("doctor")
            #expect(doctor.status == 1)
            #expect(
                doctor.output.contains(
                    "  mockctl is 0.1.0, the running mockd is 9.9.9\n" + String(repeating: " ", count: 23)
                        + "-> start the daemon again: mockctl stop && mockd watch\n"), "\(doctor.output)")
        }
    }

    @Test("The metrics, word for word")
    func metrics() async throws {
        try await TestServer.run { server in
            server.fill()
            let text = Metrics(status: await server.server.completeStatus()).text
            let names = text.split(separator: "\n").filter { $0.hasPrefix("# HELP") }.map { $0.dropFirst(7) }
            #expect(
                names == [
                    "mockd_info Which daemon this is.", "mockd_ready The first scan is done.",
                    "mockd_idle All work is done.", "mockd_state What the daemon is doing.",
                    "mockd_uptime_seconds Since its start.", "mockd_history_events_total Events in /v1/events.",
                    "mockd_watched_directories Directories below the root.",
                    "mockd_watched_files Files below the root.",
                    "mockd_uncovered_directories Directories that are polled.",
                    "mockd_kernel_events_total Events of the kernel.",
                    "mockd_overflows_total Times that the kernel lost events.",
                    "mockd_rescans_total Times that everything was compared again.",
                    "mockd_pending_files Changed files that no batch has taken.",
                    "mockd_queued_jobs Jobs that wait or are under way.", "mockd_outputs Files of mocks by state.",
                    "mockd_errors The errors in the sources.", "mockd_connections Clients that are connected.",
                    "mockd_subscribers Connections that read events.",
                    "mockd_dropped_events_total Events that slow subscribers missed.",
                    "process_resident_memory_bytes Resident memory.", "process_open_fds Open file descriptors.",
                    "process_threads Threads.", "process_cpu_seconds_total Time on processors.",
                ])
        }
    }
}
